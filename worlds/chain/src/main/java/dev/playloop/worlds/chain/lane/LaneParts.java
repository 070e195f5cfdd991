package dev.playloop.worlds.chain.lane;

import dev.playloop.worlds.chain.backend.ChainBackend;
import dev.playloop.worlds.chain.backend.Submitter;

/// What all lanes of one chain share. For all threads.
///
/// @param guard who makes sure that it is still the same chain
record LaneParts(
    ChainBackend backend,
    Submitter submitter,
    LaneProfile profile,
    LaneClock clock,
    ChainGuard guard) {}
