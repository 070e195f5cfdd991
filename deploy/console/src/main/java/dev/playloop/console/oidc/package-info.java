/// People whom an OpenID provider vouches for.
@NullMarked
package dev.playloop.console.oidc;

import org.jspecify.annotations.NullMarked;
