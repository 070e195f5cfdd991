/// The package: the product, for a machine that has a JRE and nothing else.
@NullMarked
package dev.playloop.proving.pack;

import org.jspecify.annotations.NullMarked;
