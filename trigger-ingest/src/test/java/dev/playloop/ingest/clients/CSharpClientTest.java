package dev.playloop.ingest.clients;

/// The C# client keeps to every fixture.
class CSharpClientTest extends FixturesCase {
  CSharpClientTest() {
    super(Language.CSHARP);
  }
}
