package dev.playloop.worlds.chain.simulator.chain;

/// Where blocks go before they count. Each method returns when it is kept, or throws
/// [ChainFolderFailure], and then nothing is kept.
interface BlockSink {
  BlockSink NOWHERE =
      new BlockSink() {
        @Override
        public void append(ChainBlock block) {
          // Ends with the process.
        }

        @Override
        public void abort(long from) {
          // Ends with the process.
        }
      };

  void append(ChainBlock block);

  void abort(long from);
}
