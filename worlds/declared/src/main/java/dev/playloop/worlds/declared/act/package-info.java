/// Acts in all worlds that are data, each in its own way.
@NullMarked
package dev.playloop.worlds.declared.act;

import org.jspecify.annotations.NullMarked;
