package dev.playloop.worlds.emerald;

import org.junit.jupiter.api.Tag;

/// On a real mGBA-http, by its address.
@Tag("mgba-http")
class MgbaHttpBagTest extends BagScenarios<HttpRig> {
  @Override
  protected HttpRig open() {
    return HttpRig.ofProperty();
  }
}
