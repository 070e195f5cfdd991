/// A chain as those see it who land transactions on it: questions, and what goes out. Starknet is
/// one; nothing but its adapters here knows of it.
@NullMarked
package dev.playloop.worlds.chain.backend;

import org.jspecify.annotations.NullMarked;
