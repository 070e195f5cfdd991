package dev.playloop.http;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.SignatureException;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A certificate chain, our own first, and its key (PKCS#8, not encrypted), each a PEM file.
public record TlsFiles(Path certificate, Path key) {
  private static final Pattern KEY =
      Pattern.compile("-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END PRIVATE KEY-----");
  private static final String EDDSA = "EdDSA";
  private static final Map<String, String> SIGNATURES =
      Map.of("EC", "SHA256withECDSA", "RSA", "SHA256withRSA");
  private static final List<String> ALGORITHMS = List.of("EC", "RSA", EDDSA);

  /// Throws [InvalidTlsFiles] with the file's name where they can't be used.
  KeyStore read() {
    try {
      Certificate[] chain =
          CertificateFactory.getInstance("X.509")
              .generateCertificates(new ByteArrayInputStream(bytes(certificate)))
              .toArray(Certificate[]::new);
      if (chain.length == 0) {
        throw new InvalidTlsFiles(certificate, "it holds no certificate in PEM", null);
      }
      PrivateKey own = privateKey();
      refuseStrangers(own, chain[0]);
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      store.setKeyEntry("edge", own, new char[0], chain);
      return store;
    } catch (GeneralSecurityException e) {
      throw new InvalidTlsFiles(certificate, "it is no certificate chain in PEM", e);
    } catch (IOException e) {
      throw new IllegalStateException("an empty key store can't be made", e);
    }
  }

  /// While files are being replaced one of them may be new and the other not yet.
  private void refuseStrangers(PrivateKey own, Certificate certified)
      throws GeneralSecurityException {
    Signature signature = Signature.getInstance(SIGNATURES.getOrDefault(own.getAlgorithm(), EDDSA));
    byte[] text = "ours".getBytes(StandardCharsets.US_ASCII);
    try {
      signature.initSign(own);
      signature.update(text);
      byte[] signed = signature.sign();
      signature.initVerify(certified.getPublicKey());
      signature.update(text);
      if (signature.verify(signed)) {
        return;
      }
    } catch (InvalidKeyException | SignatureException e) {
      throw new InvalidTlsFiles(key, "it is not the key of " + certificate, e);
    }
    throw new InvalidTlsFiles(key, "it is not the key of " + certificate, null);
  }

  private PrivateKey privateKey() throws GeneralSecurityException {
    Matcher pem = KEY.matcher(new String(bytes(key), StandardCharsets.US_ASCII));
    if (!pem.find()) {
      throw new InvalidTlsFiles(
          key, "it holds no 'BEGIN PRIVATE KEY' (PKCS#8 in PEM, not encrypted)", null);
    }
    PKCS8EncodedKeySpec spec =
        new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(pem.group(1)));
    for (String algorithm : ALGORITHMS) {
      try {
        return KeyFactory.getInstance(algorithm).generatePrivate(spec);
      } catch (InvalidKeySpecException e) {
        // A key of another algorithm.
      }
    }
    throw new InvalidTlsFiles(key, "it is no key of " + ALGORITHMS, null);
  }

  private static byte[] bytes(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new InvalidTlsFiles(file, "it can't be read", e);
    }
  }

  /// Changes when one of the files does; a file that is away for a moment counts as changed.
  String stamp() {
    return stamp(certificate) + " " + stamp(key);
  }

  private static String stamp(Path file) {
    try {
      return Files.getLastModifiedTime(file) + "/" + Files.size(file);
    } catch (IOException e) {
      return "away";
    }
  }
}
