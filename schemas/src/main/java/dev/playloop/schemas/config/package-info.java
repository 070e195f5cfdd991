/// The files people write: agents, triggers, expectations. Read strictly, refused whole.
@NullMarked
package dev.playloop.schemas.config;

import org.jspecify.annotations.NullMarked;
