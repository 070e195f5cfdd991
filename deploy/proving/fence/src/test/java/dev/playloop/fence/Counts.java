package dev.playloop.fence;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// Prints what the tests of this package count, for any checkout that is compiled: its folder is
/// the argument.
final class Counts {
  private Counts() {}

  static void main(String[] arguments) throws IOException {
    House house = House.at(Path.of(arguments[0]).toAbsolutePath().normalize());
    List<Path> main = house.mainSources();
    List<Path> test = house.testSources();
    System.out.printf("modules %d%n", house.modules().size());
    System.out.printf(
        "main: %d files, %d lines, median %d%n", main.size(), lines(main), SizesTest.median(main));
    System.out.printf(
        "test: %d files, %d lines, median %d%n", test.size(), lines(test), SizesTest.median(test));
    System.out.println("files over 300 lines: " + SizesTest.tooLong(house));
    System.out.println("packages with more than 25 files: " + SizesTest.full(house));

    Uses uses = Uses.of(house.mainClasses());
    List<List<String>> circles = Rings.largerThan(2, uses.from());
    System.out.printf(
        "circles of more than two files: %d, sizes %s%n",
        circles.size(), circles.stream().map(List::size).toList());
    circles.forEach(circle -> System.out.println("  " + circle));
    System.out.printf("pairs: %d%n", Rings.largerThan(1, uses.from()).size() - circles.size());
    System.out.println("package rings: " + Rings.largerThan(1, uses.betweenPackages()));

    List<Path> all = new ArrayList<>(main);
    all.addAll(test);
    List<Calls.Call> calls = Calls.in(all);
    long inMain = calls.stream().filter(call -> main.contains(call.file())).count();
    System.out.printf(
        "positional calls, more than %d arguments: main %d, test %d%n",
        Calls.MOST, inMain, calls.size() - inMain);
    long eight = calls.stream().filter(call -> call.arguments() >= 8).count();
    System.out.printf("  of them 8 or more: %d%n", eight);
    calls.stream()
        .collect(
            Collectors.groupingBy(
                call -> call.callee() + "/" + call.arguments(), Collectors.counting()))
        .entrySet()
        .stream()
        .sorted((a, b) -> Long.compare(b.getValue(), a.getValue()))
        .forEach(entry -> System.out.println("  " + entry.getValue() + " " + entry.getKey()));
    System.out.println("public types unused outside: " + PublicTypesTest.unused(house));
  }

  private static long lines(List<Path> files) {
    return files.stream().mapToLong(House::lines).sum();
  }
}
