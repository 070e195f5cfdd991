/// What the game keeps: records of models, as `models.json` describes them, and the contract that
/// holds them all.
@NullMarked
package dev.playloop.worlds.eternum.rules.record;

import org.jspecify.annotations.NullMarked;
