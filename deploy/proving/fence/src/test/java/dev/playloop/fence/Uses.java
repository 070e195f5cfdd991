package dev.playloop.fence;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.Interfaces;
import java.lang.classfile.Superclass;
import java.lang.classfile.attribute.EnclosingMethodAttribute;
import java.lang.classfile.attribute.InnerClassesAttribute;
import java.lang.classfile.attribute.NestHostAttribute;
import java.lang.classfile.attribute.NestMembersAttribute;
import java.lang.classfile.attribute.PermittedSubclassesAttribute;
import java.lang.classfile.attribute.SignatureAttribute;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.constantpool.Utf8Entry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Which type of the project uses which in code, read from class files. Nested types count as the
/// file's top-level type. What a sealed type permits, and that those extend or implement it, is one
/// family and no use. A constant of another type leaves no trace in a class file: javac copies it.
/// What an annotation processor wrote belongs to the type that asked for it, and is left out.
record Uses(Map<String, Set<String>> from, Set<String> publicTypes) {
  private static final Pattern OURS = Pattern.compile("Ldev/playloop/([\\w/$]+)[;<]");
  private static final String PREFIX = "dev/playloop/";
  private static final String GENERATED = "Lio/soabase/recordbuilder/core/RecordBuilderGenerated;";

  static Uses of(List<Path> classFiles) {
    List<ClassModel> models =
        classFiles.stream().map(Uses::parsed).filter(model -> !isGenerated(model)).toList();
    Set<String> sealed = new HashSet<>();
    Set<String> open = new TreeSet<>();
    Map<String, Set<String>> from = new TreeMap<>();
    for (ClassModel model : models) {
      String name = model.thisClass().asInternalName();
      if (model.findAttribute(Attributes.permittedSubclasses()).isPresent()) {
        sealed.add(name);
      }
      if (name.indexOf('$') < 0 && (model.flags().flagsMask() & ClassFile.ACC_PUBLIC) != 0) {
        open.add(topLevel(name));
      }
    }
    for (ClassModel model : models) {
      String self = topLevel(model.thisClass().asInternalName());
      Set<String> used = from.computeIfAbsent(self, any -> new TreeSet<>());
      for (String name : named(model, sealed)) {
        used.add(topLevel(name));
      }
      used.remove(self);
    }
    Map<String, Set<String>> known = new HashMap<>();
    from.forEach((type, used) -> known.put(type, new TreeSet<>(used)));
    known.values().forEach(used -> used.retainAll(from.keySet()));
    return new Uses(new TreeMap<>(known), open);
  }

  /// The same between packages.
  Map<String, Set<String>> betweenPackages() {
    Map<String, Set<String>> packages = new TreeMap<>();
    from.forEach((type, used) -> {
      Set<String> others = packages.computeIfAbsent(packageOf(type), any -> new TreeSet<>());
      used.stream().map(Uses::packageOf).forEach(others::add);
      others.remove(packageOf(type));
    });
    return packages;
  }

  static String packageOf(String type) {
    int dot = type.lastIndexOf('.');
    return dot < 0 ? "" : type.substring(0, dot);
  }

  /// The pool of a copy without what only lists relatives holds what the code names.
  private static Set<String> named(ClassModel model, Set<String> sealed) {
    ClassTransform bare =
        ClassTransform.dropping(element ->
            element instanceof InnerClassesAttribute
                || element instanceof NestMembersAttribute
                || element instanceof NestHostAttribute
                || element instanceof EnclosingMethodAttribute
                || element instanceof PermittedSubclassesAttribute
                || element instanceof SignatureAttribute
                || element instanceof Interfaces
                || element instanceof Superclass);
    byte[] bytes =
        ClassFile.of(
                ClassFile.ConstantPoolSharingOption.NEW_POOL,
                ClassFile.StackMapsOption.DROP_STACK_MAPS)
            .transformClass(model, bare);
    Set<String> names = new HashSet<>();
    for (PoolEntry entry : ClassFile.of().parse(bytes).constantPool()) {
      if (entry instanceof ClassEntry type && type.asInternalName().startsWith(PREFIX)) {
        names.add(type.asInternalName());
      } else if (entry instanceof Utf8Entry text) {
        addAll(names, text.stringValue());
      }
    }
    Set<String> parents = new HashSet<>();
    model.superclass().ifPresent(type -> parents.add(type.asInternalName()));
    model.interfaces().forEach(type -> parents.add(type.asInternalName()));
    model
        .findAttribute(Attributes.signature())
        .ifPresent(signature -> addAll(parents, signature.signature().stringValue()));
    parents.removeAll(sealed);
    parents.removeIf(name -> !name.startsWith(PREFIX));
    names.addAll(parents);
    return names;
  }

  private static boolean isGenerated(ClassModel model) {
    return model.findAttribute(Attributes.runtimeInvisibleAnnotations()).stream()
        .flatMap(all -> all.annotations().stream())
        .anyMatch(annotation -> annotation.className().equalsString(GENERATED));
  }

  private static void addAll(Set<String> names, String text) {
    Matcher matcher = OURS.matcher(text);
    while (matcher.find()) {
      names.add(PREFIX + matcher.group(1));
    }
  }

  private static ClassModel parsed(Path file) {
    try {
      return ClassFile.of().parse(Files.readAllBytes(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// `dev/playloop/loop/Run$Open` is part of `loop.Run`.
  private static String topLevel(String internalName) {
    int nested = internalName.indexOf('$');
    String outer = nested < 0 ? internalName : internalName.substring(0, nested);
    return outer.substring(outer.startsWith(PREFIX) ? PREFIX.length() : 0).replace('/', '.');
  }
}
