/// One configured JSON mapper for the log, and a strict one for config.
@NullMarked
package dev.playloop.schemas.json;

import org.jspecify.annotations.NullMarked;
