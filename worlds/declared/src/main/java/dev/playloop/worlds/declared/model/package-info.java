/// The pure half of a world that is data: its tools, and what its agents see of it.
@NullMarked
package dev.playloop.worlds.declared.model;

import org.jspecify.annotations.NullMarked;
