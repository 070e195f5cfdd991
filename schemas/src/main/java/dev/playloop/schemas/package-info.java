/// Records, ids, tools and topics of Playloop. Data only: no I/O and no thread.
@NullMarked
package dev.playloop.schemas;

import org.jspecify.annotations.NullMarked;
