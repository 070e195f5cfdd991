using System;
using System.Collections;
using System.Collections.Generic;
using System.Globalization;
using System.Text;

namespace PlayloopClient
{
    /// <summary>That an event can't be sent as it is, and why.</summary>
    sealed class Refusal : Exception
    {
        internal readonly string Field;
        internal readonly string Expected;
        internal readonly string Got;

        internal Refusal(string field, string expected, string got) : base(field)
        {
            Field = field;
            Expected = expected;
            Got = got;
        }
    }

    /// <summary>Writes JSON as every client writes it.</summary>
    sealed class Json
    {
        const int MaxDepth = 100;
        readonly StringBuilder text = new StringBuilder(256);

        internal Json Raw(string json)
        {
            text.Append(json);
            return this;
        }

        internal byte[] Bytes()
        {
            return Encoding.UTF8.GetBytes(text.ToString());
        }

        public override string ToString()
        {
            return text.ToString();
        }

        internal void Write(object value, int depth)
        {
            if (value == null)
            {
                text.Append("null");
            }
            else if (value is bool)
            {
                text.Append((bool) value ? "true" : "false");
            }
            else if (value is string || value is char || value is Enum)
            {
                Text(value.ToString());
            }
            else if (value is double || value is float)
            {
                text.Append(Number(Convert.ToDouble(value, CultureInfo.InvariantCulture)));
            }
            else if (value is sbyte || value is byte || value is short || value is ushort
                || value is int || value is uint || value is long || value is ulong
                || value is decimal)
            {
                text.Append(Convert.ToString(value, CultureInfo.InvariantCulture));
            }
            else if (depth < MaxDepth && value is IDictionary)
            {
                WriteFields(Fields((IDictionary) value), depth);
            }
            else if (depth < MaxDepth && value is IEnumerable)
            {
                text.Append('[');
                string comma = "";
                foreach (object each in (IEnumerable) value)
                {
                    text.Append(comma);
                    Write(each, depth + 1);
                    comma = ",";
                }
                text.Append(']');
            }
            else
            {
                throw NoJson();
            }
        }

        static IEnumerable<KeyValuePair<string, object>> Fields(IDictionary map)
        {
            foreach (DictionaryEntry field in map)
            {
                yield return new KeyValuePair<string, object>(
                    Convert.ToString(field.Key, CultureInfo.InvariantCulture), field.Value);
            }
        }

        internal void WriteFields(IEnumerable<KeyValuePair<string, object>> fields, int depth)
        {
            text.Append('{');
            string comma = "";
            foreach (KeyValuePair<string, object> field in fields)
            {
                text.Append(comma);
                Text(field.Key);
                text.Append(':');
                Write(field.Value, depth + 1);
                comma = ",";
            }
            text.Append('}');
        }

        static string Number(double value)
        {
            if (double.IsNaN(value) || double.IsInfinity(value))
            {
                throw NoJson();
            }
            return value == Math.Floor(value) && Math.Abs(value) < 1e15
                ? ((long) value).ToString(CultureInfo.InvariantCulture)
                : value.ToString("R", CultureInfo.InvariantCulture);
        }

        static Refusal NoJson()
        {
            return new Refusal("data", "JSON, nested at most 100 deep", "something else");
        }

        /// <summary>Half a surrogate pair, of which no UTF-8 can be made, becomes U+FFFD.</summary>
        internal Json Text(string value)
        {
            text.Append('"');
            for (int i = 0; i < value.Length; i++)
            {
                char c = value[i];
                int at = "\"\\\b\t\n\f\r".IndexOf(c);
                if (at >= 0)
                {
                    text.Append('\\').Append("\"\\btnfr"[at]);
                }
                else if (c < ' ')
                {
                    text.Append("\\u").Append(((int) c).ToString("x4"));
                }
                else if (i + 1 < value.Length && char.IsSurrogatePair(c, value[i + 1]))
                {
                    text.Append(c).Append(value[++i]);
                }
                else
                {
                    text.Append(char.IsSurrogate(c) ? '\ufffd' : c);
                }
            }
            text.Append('"');
            return this;
        }

        /// <summary>The first `most` characters, by code points.</summary>
        internal static string Brief(string value, int most)
        {
            int end = 0;
            for (int i = 0; i < most && end < value.Length; i++)
            {
                end += end + 1 < value.Length && char.IsSurrogatePair(value[end], value[end + 1])
                    ? 2 : 1;
            }
            return end == value.Length ? value : value.Substring(0, end);
        }
    }
}
