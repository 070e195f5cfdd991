package dev.playloop.ingest.clients;

/// The TypeScript client keeps to every fixture.
class TypeScriptClientTest extends FixturesCase {
  TypeScriptClientTest() {
    super(Language.TYPESCRIPT);
  }
}
