/// What `deploy/kubernetes` says: that every field of it is one, and that it keeps its rules.
@NullMarked
package dev.playloop.manifests;

import org.jspecify.annotations.NullMarked;
