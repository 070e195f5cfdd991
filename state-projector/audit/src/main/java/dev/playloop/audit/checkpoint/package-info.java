/// What makes the journal provable and erasable: signed checkpoints, and payloads sealed with a key
/// for each data subject.
@NullMarked
package dev.playloop.audit.checkpoint;

import org.jspecify.annotations.NullMarked;
