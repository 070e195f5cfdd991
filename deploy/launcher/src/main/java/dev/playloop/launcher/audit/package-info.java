/// Where a journal to audit comes from: a cluster, the data folder of a stopped system, an export.
@NullMarked
package dev.playloop.launcher.audit;

import org.jspecify.annotations.NullMarked;
