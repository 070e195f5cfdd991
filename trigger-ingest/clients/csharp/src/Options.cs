using System;

namespace PlayloopClient
{
    /// <summary>Where events go, who sends them, and what a client may use. All but the first three
    /// may stay as they are.</summary>
    public sealed class Options
    {
        internal readonly Uri Endpoint;
        internal readonly string Token;
        internal readonly string Source;

        /// <summary>Most events that wait; the oldest go first.</summary>
        public int MaxEvents = 10000;
        /// <summary>Most bytes that wait.</summary>
        public long MaxBytes = 8388608;
        /// <summary>Most events of a request.</summary>
        public int BatchEvents = 100;
        /// <summary>Most bytes of a request.</summary>
        public int BatchBytes = 1000000;
        /// <summary>How long the first event of a batch waits for others.</summary>
        public double LingerMs = 50;
        /// <summary>How long the gateway may take to answer.</summary>
        public int RequestTimeoutMs = 10000;
        /// <summary>How long to wait after a failure, doubled with each.</summary>
        public double BackoffMs = 250;
        /// <summary>And at most.</summary>
        public double BackoffMaxMs = 30000;
        /// <summary>Who hears of problems, on the client's thread.</summary>
        public Action<Problem> OnProblem;

        /// <param name="url">such as http://127.0.0.1:8080</param>
        /// <param name="token">null where the gateway wants none</param>
        /// <param name="source">a URI reference; by it and its id an event is known</param>
        public Options(string url, string token, string source)
        {
            Endpoint = EndpointOf(url);
            if (token != null && !IsVisible(token))
            {
                throw new ArgumentException(
                    "token: expected visible ASCII characters, as the gateway gave it");
            }
            if (string.IsNullOrEmpty(source) || source.Length > 512)
            {
                throw new ArgumentException(
                    "source: expected a URI reference of 1 to 512 characters, as /my-game");
            }
            Token = token;
            Source = source;
        }

        static bool IsVisible(string token)
        {
            foreach (char c in token)
            {
                if (c < '!' || c > '~')
                {
                    return false;
                }
            }
            return token.Length > 0;
        }

        static Uri EndpointOf(string url)
        {
            Uri uri;
            if (!Uri.TryCreate(url, UriKind.Absolute, out uri)
                || (uri.Scheme != "http" && uri.Scheme != "https") || uri.Host == ""
                || uri.Query != "" || url.StartsWith(uri.Scheme + ":///"))
            {
                throw new ArgumentException("url: expected http://host:port or https://host:port");
            }
            if (uri.UserInfo != "")
            {
                throw new ArgumentException(
                    "url: expected no user or password in it; the token says who calls");
            }
            return new Uri(uri.GetLeftPart(UriPartial.Path).TrimEnd('/') + "/v1/events");
        }

        internal void Check()
        {
            if (BatchEvents < 1 || BatchEvents > 100 || BatchBytes < 2 || BatchBytes > 1048576)
            {
                throw new ArgumentException(
                    "BatchEvents: expected 1 to 100, and BatchBytes at most 1048576");
            }
            if (MaxEvents < 1 || MaxBytes < 1 || LingerMs < 0 || BackoffMs < 1)
            {
                throw new ArgumentException(
                    "MaxEvents, MaxBytes and BackoffMs: expected positive numbers");
            }
        }

        public override string ToString()
        {
            return "Options(" + Endpoint + ", token=***)";
        }
    }
}
