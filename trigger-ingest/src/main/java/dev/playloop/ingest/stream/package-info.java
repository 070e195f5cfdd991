/// What agents said and did, told to those who may read it, as it happens and from seven days back.
@NullMarked
package dev.playloop.ingest.stream;

import org.jspecify.annotations.NullMarked;
