/// The one way out over HTTP for what is asked often: models and games. Knows nobody else of ours.
@NullMarked
package dev.playloop.http.client;

import org.jspecify.annotations.NullMarked;
