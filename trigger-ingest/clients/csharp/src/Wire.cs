using System;
using System.Collections.Generic;
using System.IO;
using System.Net;
using System.Net.Http;
using System.Net.Http.Headers;
using System.Text;
using System.Text.RegularExpressions;
using System.Threading;
using System.Threading.Tasks;

namespace PlayloopClient
{
    /// <summary>What the gateway answered. Nothing of it is trusted: it may be anything.</summary>
    sealed class Answer
    {
        const int MaxSaid = 500;
        const long MaxRetryAfterS = 3600;
        static readonly Regex Named = new Regex(@"\A\[([0-9]{1,9})\]\.(.*)\z", RegexOptions.Singleline);
        static readonly Regex Seconds = new Regex(@"\A[0-9]{1,9}\z");

        internal readonly int Status;
        readonly string retryAfter;
        readonly string token;
        readonly Dictionary<string, object> said;

        internal Answer(int status, string retryAfter, string body, string token)
        {
            Status = status;
            this.retryAfter = retryAfter;
            this.token = token;
            said = JsonReader.Read(body) as Dictionary<string, object>
                ?? new Dictionary<string, object>();
        }

        /// <summary>The time before which nothing should be sent, from now; 0 where none is
        /// said.</summary>
        internal double RetryAfterMs
        {
            get
            {
                return Seconds.IsMatch(retryAfter)
                    ? 1000.0 * Math.Min(MaxRetryAfterS, long.Parse(retryAfter)) : 0;
            }
        }

        internal string Detail
        {
            get { return Clean(said, "detail") ?? "HTTP " + Status; }
        }

        /// <summary>Which events of the batch are wrong, by their index. A batch of one needs
        /// none.</summary>
        internal SortedDictionary<int, Problem> Refused(List<Waiting> batch)
        {
            var errors = new List<Dictionary<string, object>>();
            object listed;
            said.TryGetValue("errors", out listed);
            foreach (object each in listed as List<object> ?? new List<object>())
            {
                var error = each as Dictionary<string, object>;
                if (error != null)
                {
                    errors.Add(error);
                }
            }
            var named = new SortedDictionary<int, Problem>();
            foreach (Dictionary<string, object> error in errors)
            {
                Match match = Named.Match(Clean(error, "field") ?? "");
                int index = match.Success ? int.Parse(match.Groups[1].Value) : batch.Count;
                if (index < batch.Count && !named.ContainsKey(index))
                {
                    named[index] = Problem(batch[index].Id, match.Groups[2].Value, error);
                }
            }
            if (named.Count == 0 && batch.Count == 1)
            {
                Dictionary<string, object> first =
                    errors.Count > 0 ? errors[0] : new Dictionary<string, object>();
                named[0] = Problem(batch[0].Id, Clean(first, "field"), first);
            }
            return named;
        }

        Problem Problem(string id, string field, Dictionary<string, object> error)
        {
            return new Problem {Kind = ProblemKind.Refused, Id = id, Status = Status, Field = field,
                Expected = Clean(error, "expected"), Got = Clean(error, "got"), Detail = Detail};
        }

        /// <summary>Short, and without the token, which goes to no log.</summary>
        string Clean(Dictionary<string, object> from, string name)
        {
            object value;
            from.TryGetValue(name, out value);
            var text = value as string;
            if (string.IsNullOrEmpty(text))
            {
                return null;
            }
            return Json.Brief(token == null ? text : text.Replace(token, "***"), MaxSaid);
        }
    }

    /// <summary>Posts batches to the gateway, over one connection as long as it lasts. Follows no
    /// redirect.</summary>
    sealed class Wire : IDisposable
    {
        const int MaxAnswerBytes = 262144;
        readonly Options options;
        readonly HttpClient http;

        internal Wire(Options options)
        {
            this.options = options;
            http = new HttpClient(new HttpClientHandler {
                AllowAutoRedirect = false, UseCookies = false, UseProxy = false,
                AutomaticDecompression = DecompressionMethods.None});
            http.Timeout = Timeout.InfiniteTimeSpan;
            http.DefaultRequestHeaders.ExpectContinue = false;
        }

        /// <summary>Null where no whole answer came.</summary>
        internal Answer Post(List<Waiting> batch)
        {
            using (var limit = new CancellationTokenSource(options.RequestTimeoutMs))
            {
                try
                {
                    return PostAsync(batch, limit.Token).GetAwaiter().GetResult();
                }
                catch (Exception e) when (e is HttpRequestException || e is IOException
                    || e is OperationCanceledException || e is WebException
                    || e is ObjectDisposedException)
                {
                    return null;
                }
            }
        }

        async Task<Answer> PostAsync(List<Waiting> batch, CancellationToken limit)
        {
            using (var request = new HttpRequestMessage(HttpMethod.Post, options.Endpoint))
            {
                request.Content = new ByteArrayContent(Body(batch));
                request.Content.Headers.ContentType =
                    new MediaTypeHeaderValue("application/cloudevents-batch+json");
                if (options.Token != null)
                {
                    request.Headers.TryAddWithoutValidation(
                        "Authorization", "Bearer " + options.Token);
                }
                using (HttpResponseMessage response = await http.SendAsync(
                    request, HttpCompletionOption.ResponseHeadersRead, limit).ConfigureAwait(false))
                {
                    string said = await Read(response, limit).ConfigureAwait(false);
                    IEnumerable<string> after;
                    string retryAfter = response.Headers.TryGetValues("Retry-After", out after)
                        ? string.Join(",", after) : "";
                    return said == null ? null
                        : new Answer((int) response.StatusCode, retryAfter, said, options.Token);
                }
            }
        }

        static async Task<string> Read(HttpResponseMessage response, CancellationToken limit)
        {
            using (Stream body = await response.Content.ReadAsStreamAsync().ConfigureAwait(false))
            using (limit.Register(body.Dispose))
            {
                var said = new MemoryStream();
                var some = new byte[8192];
                int count;
                while ((count = await body.ReadAsync(some, 0, some.Length).ConfigureAwait(false)) > 0)
                {
                    said.Write(some, 0, count);
                    if (said.Length >= MaxAnswerBytes)
                    {
                        return "";
                    }
                }
                long? length = response.Content.Headers.ContentLength;
                return length.HasValue && said.Length < length
                    ? null : Encoding.UTF8.GetString(said.ToArray());
            }
        }

        static byte[] Body(List<Waiting> batch)
        {
            var body = new MemoryStream();
            for (int i = 0; i < batch.Count; i++)
            {
                body.WriteByte((byte) (i == 0 ? '[' : ','));
                body.Write(batch[i].Json, 0, batch[i].Json.Length);
            }
            body.WriteByte((byte) ']');
            return body.ToArray();
        }

        public void Dispose()
        {
            http.Dispose();
        }
    }
}
