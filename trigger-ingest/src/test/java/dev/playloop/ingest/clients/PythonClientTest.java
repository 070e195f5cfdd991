package dev.playloop.ingest.clients;

/// The Python client keeps to every fixture.
class PythonClientTest extends FixturesCase {
  PythonClientTest() {
    super(Language.PYTHON);
  }
}
