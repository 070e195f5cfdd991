package dev.playloop.ingest.clients;

/// The Java client keeps to every fixture.
class JavaClientTest extends FixturesCase {
  JavaClientTest() {
    super(Language.JAVA);
  }
}
