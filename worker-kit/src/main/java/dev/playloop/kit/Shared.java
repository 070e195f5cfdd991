package dev.playloop.kit;

/// What the partitions of one worker share.
record Shared(Room room, Counters counters, Suspicion suspicion) {}
