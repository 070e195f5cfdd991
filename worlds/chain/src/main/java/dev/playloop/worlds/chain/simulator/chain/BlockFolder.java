package dev.playloop.worlds.chain.simulator.chain;

import dev.playloop.schemas.InvalidValueException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Keeps a chain's blocks in the file `blocks.log` of a folder, line by line, each on the disk
/// before it counts. What stands behind the last whole line that follows from those before it is
/// cut off at the start, kept in `blocks.log.dropped`, and told. One process at a time; under the
/// chain's lock.
final class BlockFolder implements BlockSink, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(BlockFolder.class);
  private static final long FILE_MOST = 1L << 30;

  private final Path folder;
  private final RandomAccessFile file;
  private final List<String> losses = new ArrayList<>();
  private final ChainGenesis genesis;

  /// What was read at the start; empty once it is replayed.
  private byte[] read;

  /// Up to where the file is good.
  private long end;

  private BlockFolder(Path folder, RandomAccessFile file, Supplier<ChainGenesis> fresh)
      throws IOException {
    this.folder = folder;
    this.file = file;
    lock();
    if (file.length() > FILE_MOST) {
      throw new ChainFolderFailure(folder, "blocks.log is larger than a gigabyte", null);
    }
    this.read = Files.readAllBytes(folder.resolve("blocks.log"));
    ChainGenesis kept = kept();
    this.genesis = kept == null ? fresh.get() : kept;
    if (kept == null) {
      write(BlockLine.of(genesis));
    }
  }

  /// Throws [ChainFolderFailure], also where another process has it.
  static BlockFolder open(Path folder, Supplier<ChainGenesis> fresh) {
    RandomAccessFile file = null;
    try {
      Files.createDirectories(folder);
      // Not a channel: an interrupt of whoever sends a transaction would close it.
      file = new RandomAccessFile(folder.resolve("blocks.log").toFile(), "rw");
      return new BlockFolder(folder, file, fresh);
    } catch (IOException e) {
      closeQuietly(file);
      throw new ChainFolderFailure(folder, String.valueOf(e.getMessage()), e);
    } catch (ChainFolderFailure e) {
      closeQuietly(file);
      throw e;
    }
  }

  private static void closeQuietly(@Nullable RandomAccessFile file) {
    if (file != null) {
      try {
        file.close();
      } catch (IOException e) {
        LOG.debug("A file that is of no use did not close", e);
      }
    }
  }

  private void lock() throws IOException {
    try {
      FileLock lock = file.getChannel().tryLock();
      if (lock == null) {
        throw new ChainFolderFailure(folder, "another process has it", null);
      }
    } catch (OverlappingFileLockException e) {
      throw new ChainFolderFailure(folder, "this process has it already", e);
    }
  }

  ChainGenesis genesis() {
    return genesis;
  }

  List<String> losses() {
    return List.copyOf(losses);
  }

  private @Nullable ChainGenesis kept() throws IOException {
    int next = lineEnd(0);
    if (read.length == 0) {
      return null;
    }
    try {
      if (next < 0) {
        throw new InvalidValueException("line", "an end", "none");
      }
      ChainGenesis kept = BlockLine.genesis(Arrays.copyOfRange(read, 0, next));
      end = next + 1L;
      return kept;
    } catch (InvalidValueException e) {
      drop(0, "its first line is broken, so another chain begins");
      read = new byte[0];
      return null;
    }
  }

  /// Where the line from here on has its line feed; negative where it has none.
  private int lineEnd(int from) {
    for (int i = from; i < read.length; i++) {
      if (read[i] == '\n') {
        return i;
      }
    }
    return -1;
  }

  /// Gives what was kept to whoever makes it again, and cuts off what does not follow. A line that
  /// stands there twice counts once.
  void replay(Predicate<KeptBlock> again) {
    int from = (int) end;
    byte[] before = new byte[0];
    try {
      while (from < read.length) {
        int next = lineEnd(from);
        if (next < 0) {
          drop(from, "its last line has no end");
          break;
        }
        byte[] line = Arrays.copyOfRange(read, from, next);
        if (Arrays.equals(line, before)) {
          losses.add("a line of blocks.log stands there twice, and counts once");
        } else if (!follows(line, again)) {
          drop(from, "a line is broken, or does not follow");
          break;
        }
        before = line;
        from = next + 1;
        end = from;
      }
    } catch (IOException e) {
      throw new ChainFolderFailure(folder, String.valueOf(e.getMessage()), e);
    }
    read = new byte[0];
  }

  private static boolean follows(byte[] line, Predicate<KeptBlock> again) {
    try {
      return again.test(BlockLine.block(line));
    } catch (InvalidValueException e) {
      LOG.debug("A line is none of ours", e);
      return false;
    }
  }

  private void drop(int from, String why) throws IOException {
    byte[] lost = Arrays.copyOfRange(read, from, read.length);
    Files.write(
        folder.resolve("blocks.log.dropped"),
        lost,
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
    file.setLength(from);
    file.getFD().sync();
    end = from;
    String told =
        lost.length + " bytes of blocks.log from byte " + from + " on were dropped: " + why;
    losses.add(told);
    LOG.warn("The simulated chain in {}: {}", folder, told);
  }

  @Override
  public void append(ChainBlock block) {
    keep(BlockLine.of(block));
  }

  @Override
  public void abort(long from) {
    keep(BlockLine.ofAbort(from));
  }

  private void keep(byte[] line) {
    try {
      write(line);
    } catch (IOException e) {
      throw new ChainFolderFailure(folder, String.valueOf(e.getMessage()), e);
    }
  }

  /// What was written in part before is written over.
  private void write(byte[] line) throws IOException {
    file.setLength(end);
    file.seek(end);
    file.write(line);
    file.getFD().sync();
    end += line.length;
  }

  @Override
  public void close() {
    closeQuietly(file);
  }
}
