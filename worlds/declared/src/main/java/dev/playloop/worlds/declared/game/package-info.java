/// Games that are asked over HTTP: the contract, who is asked by it, and what comes of it.
@NullMarked
package dev.playloop.worlds.declared.game;

import org.jspecify.annotations.NullMarked;
