/// The one way in over HTTP: who may ask, how much and how long. Knows nobody else of ours.
@NullMarked
package dev.playloop.http;

import org.jspecify.annotations.NullMarked;
