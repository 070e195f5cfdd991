package dev.playloop.schemas.cloudevent;

import static dev.playloop.schemas.cloudevent.Message.binary;
import static dev.playloop.schemas.cloudevent.Message.structured;

import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/// Messages on the topic of triggers that are no CloudEvent of ours: each with the field that is
/// named, and a part of what was expected and of what came.
final class BadEvents {
  private BadEvents() {}

  static Stream<Arguments> rows() {
    String long10 = "x".repeat(10_240);
    byte[] noText = {'m', (byte) 0xff};
    byte[] half = {(byte) 0xed, (byte) 0xa0, (byte) 0x80};
    String data = "\"data\":" + Message.DATA;
    return Stream.of(
        bad("no id", binary().without("ce_id"), "ce_id", "1 to 256", "nothing"),
        bad("no source", binary().without("ce_source"), "ce_source", "1 to 512", "nothing"),
        bad("no type", binary().without("ce_type"), "ce_type", "1 to 512", "nothing"),
        bad("no version", binary().without("ce_specversion"), "ce_specversion", "'1.0'", "nothing"),
        bad("half of them", half(), "ce_specversion", "'1.0'", "nothing"),
        bad("0.3", binary().but("ce_specversion", "0.3"), "ce_specversion", "'1.0'", "'0.3'"),
        bad("2.0", binary().but("ce_specversion", "2.0"), "ce_specversion", "'1.0'", "'2.0'"),
        bad("an id twice", binary().with("ce_id", "m-2"), "ce_id", "once", "twice"),
        bad("the same id twice", binary().with("ce_id", "m-1"), "ce_id", "once", "twice"),
        bad("two types", binary().with("Content-Type", "a/json"), "Content-Type", "once", "twice"),
        bad("no UTF-8", binary().without("ce_id").with("ce_id", noText), "ce_id", "UTF-8", "0xFF"),
        bad("half a pair", binary().with("ce_x", half), "ce_x", "UTF-8", "0xED"),
        bad("null", binary().with("ce_x", (byte[]) null), "ce_x", "a text", "nothing"),
        bad("NUL", binary().but("ce_id", "m\0"), "ce_id", "without NUL", "u0000"),
        bad("10 KB", binary().but("ce_id", long10), "ce_id", "at most 2048", "10240 characters"),
        bad("300", binary().but("ce_id", "x".repeat(300)), "ce_id", "at most 256", "300"),
        bad("a blank id", binary().but("ce_id", " "), "ce_id", "1 to 256", "nothing"),
        bad("an extension of 10 KB", binary().with("ce_x", long10), "ce_x", "2048", "10240"),
        bad("a long name", binary().with("ce_" + long10, "x"), "ce_xxx", "attribute name", "x"),
        bad("another name", binary().with("ce_my-ext", "x"), "ce_my-ext", "lower case", "my-ext"),
        bad("no name", binary().with("ce_", "x"), "ce_", "attribute name", "''"),
        bad("no URI", binary().but("ce_source", "my game"), "ce_source", "URI", "'my game'"),
        bad("no time", binary().but("ce_time", "noon"), "ce_time", "RFC 3339", "'noon'"),
        bad("a far time", binary().but("ce_time", "+99999-01-01T00:00:00Z"), "ce_time", "", ""),
        bad("no kind", binary().but("ce_type", "Chat Message"), "type", "dotted", "'Chat"),
        bad("XML", binary().but("content-type", "text/xml"), "content-type", "JSON", "'text/xml'"),
        bad(
            "XML by its own attribute",
            binary().without("content-type").with("ce_datacontenttype", "text/xml"),
            "ce_datacontenttype",
            "JSON",
            "'text/xml'"),
        bad(
            "two types of data",
            binary().with("ce_datacontenttype", "text/json"),
            "ce_datacontenttype",
            "what content-type says",
            "'text/json'"),
        bad("empty type", binary().but("content-type", ""), "content-type", "JSON", "''"),
        bad("no value", binary().holding(null), "data", "a JSON object", "nothing"),
        bad("an empty value", binary().holding(""), "data", "a JSON object", "nothing"),
        bad("no JSON", binary().holding("Hello!"), "value", "valid JSON", ""),
        bad("two values", binary().holding("{}{}"), "value", "one JSON value", "more"),
        bad("a text", binary().holding("\"Hi\""), "data", "a JSON object", "something else"),
        bad("a list", binary().holding("[]"), "data", "a JSON object", "something else"),
        bad("no agent", binary().holding("{}"), "data.agent", "", "nothing"),
        bad(
            "a field twice",
            binary().saying("{", "{\"text\":\"a\","),
            "data.text",
            "once",
            "twice"),
        bad("no id of an agent", binary().saying("test/ada", "Ada"), "data.agent", "", "Ada"),
        bad(
            "a priority",
            binary().saying("{", "{\"priority\":101,"),
            "data.priority",
            "100",
            "101"),
        bad("deep", binary().saying("\"Hi\"", "[".repeat(200)), "data.text[0]", "", ""),
        bad("a bomb", binary().saying("\"Hi\"", "1e99999999999"), "data.text", "", ""),
        bad("64 KiB", binary().saying("Hi", "x".repeat(66_000)), "value", "65536", "66"),
        bad("no envelope", structured().holding(null), "value", "CloudEvent", "nothing"),
        bad("an empty envelope", structured().holding(""), "value", "", ""),
        bad("a list of them", structured().holding("[{}]"), "body", "a JSON object", "[{}]"),
        bad("null for one", structured().holding("null"), "body", "a JSON object", "nothing"),
        bad("no JSON for one", structured().holding("id=m-1"), "value", "valid JSON", ""),
        bad("an empty one", structured().holding("{}"), "specversion", "'1.0'", "nothing"),
        bad("0.3 in it", structured().saying("1.0", "0.3"), "specversion", "'1.0'", "'0.3'"),
        bad("a number for an id", structured().saying("\"m-1\"", "7"), "id", "a text", "7"),
        bad("id twice in it", structured().saying("{\"sp", "{\"id\":\"a\",\"sp"), "id", "once", ""),
        bad("no data", structured().saying("," + data, ""), "data", "a JSON object", "nothing"),
        bad(
            "both kinds of data",
            structured().saying(data, data + ",\"data_base64\":\"e30=\""),
            "data_base64",
            "either",
            "both"),
        bad(
            "no Base64",
            structured().saying(data, "\"data_base64\":\"*\""),
            "data_base64",
            "JSON in Base64",
            "*"),
        bad(
            "no JSON in Base64",
            structured().saying(data, "\"data_base64\":\"SGVsbG8=\""),
            "data_base64",
            "valid JSON",
            ""),
        bad(
            "XML in it",
            structured().saying("\"id\"", "\"datacontenttype\":\"text/xml\",\"id\""),
            "datacontenttype",
            "JSON",
            "text/xml"),
        bad(
            "a batch",
            structured().but("content-type", "application/cloudevents-batch+json"),
            "content-type",
            "one event a record",
            "batch"),
        bad(
            "Avro",
            structured().but("content-type", "application/cloudevents+avro"),
            "content-type",
            "application/cloudevents+json",
            "avro"),
        bad(
            "two media types",
            structured().with("content-type", "application/json"),
            "content-type",
            "once",
            "twice"),
        bad(
            "a long attribute's name",
            structured().saying("\"id\"", "\"" + "x".repeat(9_000) + "\":[],\"id\""),
            "xxx",
            "a text",
            "[]"),
        bad(
            "a world event",
            binary().but("ce_type", GameEvents.WORLD_EVENT),
            "type",
            "the kind of a trigger",
            "topic of world events"));
  }

  private static Message half() {
    return binary().without("ce_specversion").without("ce_source").without("ce_time");
  }

  private static Arguments bad(
      String name, Message message, String field, String expected, String got) {
    return Arguments.of(name, message, field, expected, got);
  }
}
