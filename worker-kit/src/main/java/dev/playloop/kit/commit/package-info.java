/// Outputs and offsets of one owned partition, in transactions of their own.
@NullMarked
package dev.playloop.kit.commit;

import org.jspecify.annotations.NullMarked;
