/// The world projection: world events to scenes, views and subscription triggers.
@NullMarked
package dev.playloop.projector.world;

import org.jspecify.annotations.NullMarked;
