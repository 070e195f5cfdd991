/// A strategy game of realms on Starknet, whose agents act by transactions.
@NullMarked
package dev.playloop.worlds.eternum;

import org.jspecify.annotations.NullMarked;
