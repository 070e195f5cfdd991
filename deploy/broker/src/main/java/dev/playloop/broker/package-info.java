/// A KRaft broker in this process, for one machine and for tests.
@NullMarked
package dev.playloop.broker;

import org.jspecify.annotations.NullMarked;
