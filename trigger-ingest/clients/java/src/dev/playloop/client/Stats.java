package dev.playloop.client;

/**
 * How many events were taken, and what became of them: `taken` is the sum of accepted, coalesced,
 * dropped, refused and waiting.
 *
 * @param cut texts that were too long
 * @param retries batches that were to be sent again
 */
public record Stats(
    long taken,
    long accepted,
    long coalesced,
    long dropped,
    long refused,
    long waiting,
    long cut,
    long retries) {}
