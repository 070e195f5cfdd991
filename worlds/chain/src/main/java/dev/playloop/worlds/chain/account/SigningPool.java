package dev.playloop.worlds.chain.account;

import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.Signature;
import dev.playloop.worlds.chain.Signer;
import dev.playloop.worlds.chain.crypto.KeySigner;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/// Signs on threads of its own: a signature is arithmetic for a millisecond or two, which would
/// keep the threads of the lanes from all else. At most so many signatures wait as the bound says;
/// whoever wants another one waits for its turn. Thread-safe.
public final class SigningPool implements AutoCloseable {
  private static final int WAITING = 256;

  private final ExecutorService threads;
  private final Semaphore places;

  private SigningPool(int threads, int places) {
    this.threads =
        Executors.newFixedThreadPool(
            threads, Thread.ofPlatform().daemon().name("signing-", 0).factory());
    this.places = new Semaphore(places, true);
  }

  /// With a thread for each processor.
  public static SigningPool ofAllCores() {
    return of(Runtime.getRuntime().availableProcessors(), WAITING);
  }

  /// @param waiting how many signatures may be in work or wait
  public static SigningPool of(int threads, int waiting) {
    return new SigningPool(threads, waiting);
  }

  /// The same signer, whose work is done here.
  public Signer beside(KeySigner signer) {
    return new Beside(signer, this);
  }

  private record Beside(KeySigner signer, SigningPool pool) implements Signer {
    @Override
    public Felt publicKey() {
      return signer.publicKey();
    }

    @Override
    public Signature sign(Felt hash) throws InterruptedException {
      return pool.sign(signer, hash);
    }
  }

  private Signature sign(KeySigner signer, Felt hash) throws InterruptedException {
    return run(() -> signer.sign(hash));
  }

  /// What the work comes to, done here when its turn comes: that of another kind of key.
  public <T> T run(Supplier<T> work) throws InterruptedException {
    places.acquire();
    try {
      Future<T> signing = threads.submit(work::get);
      return signing.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new IllegalStateException("a signature failed", e.getCause());
    } finally {
      places.release();
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
