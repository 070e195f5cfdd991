package dev.playloop.worlds.chain.devnet;

import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/// A process that starts a devnet, says its number, and waits to be killed.
final class DevnetParent {
  private DevnetParent() {}

  public static void main(String[] arguments) throws InterruptedException {
    DevnetProcess devnet = DevnetProcess.start(DevnetOptions.of(Path.of(arguments[0])));
    System.out.println(devnet.pid());
    new CountDownLatch(1).await();
  }
}
