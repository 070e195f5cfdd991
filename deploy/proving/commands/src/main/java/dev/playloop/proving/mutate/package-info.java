/// Breaks the product one line at a time, and tells which breaks no test notices.
@NullMarked
package dev.playloop.proving.mutate;

import org.jspecify.annotations.NullMarked;
