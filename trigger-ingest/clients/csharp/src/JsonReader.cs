using System;
using System.Collections.Generic;
using System.Globalization;
using System.Text;
using System.Text.RegularExpressions;

namespace PlayloopClient
{
    /// <summary>Reads an answer: dictionaries, lists, texts, booleans, longs and doubles. Null where
    /// it is no JSON.</summary>
    sealed class JsonReader
    {
        const int MaxDepth = 100;
        static readonly Regex Numbers =
            new Regex(@"\A-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?\z");

        readonly string json;
        int at;

        JsonReader(string json)
        {
            this.json = json;
        }

        internal static object Read(string json)
        {
            var reader = new JsonReader(json);
            try
            {
                object value = reader.Value(0);
                reader.Space();
                return reader.at == json.Length ? value : null;
            }
            catch (FormatException)
            {
                return null;
            }
        }

        object Value(int depth)
        {
            Space();
            if (depth > MaxDepth)
            {
                throw new FormatException();
            }
            switch (Peek())
            {
                case '{':
                    return Map(depth);
                case '[':
                    return List(depth);
                case '"':
                    return Text();
            }
            int from = at;
            while (at < json.Length
                && (char.IsLetterOrDigit(json[at]) || "+-.".IndexOf(json[at]) >= 0))
            {
                at++;
            }
            string word = json.Substring(from, at - from);
            switch (word)
            {
                case "null":
                    return null;
                case "true":
                    return true;
                case "false":
                    return false;
            }
            if (!Numbers.IsMatch(word))
            {
                throw new FormatException();
            }
            long whole;
            if (long.TryParse(word, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture,
                out whole))
            {
                return whole;
            }
            double number;
            return double.TryParse(word, NumberStyles.Float, CultureInfo.InvariantCulture, out number)
                ? number : double.MaxValue;
        }

        Dictionary<string, object> Map(int depth)
        {
            var map = new Dictionary<string, object>();
            at++;
            Space();
            if (Peek() == '}')
            {
                at++;
                return map;
            }
            while (true)
            {
                Space();
                string name = Text();
                Space();
                Take(':');
                map[name] = Value(depth + 1);
                Space();
                if (Peek() != ',')
                {
                    Take('}');
                    return map;
                }
                at++;
            }
        }

        List<object> List(int depth)
        {
            var list = new List<object>();
            at++;
            Space();
            if (Peek() == ']')
            {
                at++;
                return list;
            }
            while (true)
            {
                list.Add(Value(depth + 1));
                Space();
                if (Peek() != ',')
                {
                    Take(']');
                    return list;
                }
                at++;
            }
        }

        string Text()
        {
            Take('"');
            var text = new StringBuilder();
            while (Peek() != '"')
            {
                char c = json[at++];
                text.Append(c == '\\' ? Escaped() : c);
            }
            at++;
            return text.ToString();
        }

        char Escaped()
        {
            char c = Peek();
            at++;
            int known = "btnfr\"\\/".IndexOf(c);
            if (known >= 0)
            {
                return "\b\t\n\f\r\"\\/"[known];
            }
            int code;
            if (c != 'u' || at + 4 > json.Length || !int.TryParse(json.Substring(at, 4),
                NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out code))
            {
                throw new FormatException();
            }
            at += 4;
            return (char) code;
        }

        void Space()
        {
            while (at < json.Length && " \t\r\n".IndexOf(json[at]) >= 0)
            {
                at++;
            }
        }

        char Peek()
        {
            if (at >= json.Length)
            {
                throw new FormatException();
            }
            return json[at];
        }

        void Take(char c)
        {
            if (Peek() != c)
            {
                throw new FormatException();
            }
            at++;
        }
    }
}
