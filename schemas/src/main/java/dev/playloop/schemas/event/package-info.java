/// The records that lie on the topics. Each carries `v`, its schema version.
@NullMarked
package dev.playloop.schemas.event;

import org.jspecify.annotations.NullMarked;
