using System.Collections.Generic;

namespace PlayloopClient
{
    /// <summary>An event as it waits.</summary>
    sealed class Waiting
    {
        internal long Number;
        internal string Id;
        internal byte[] Json;
        internal string Key;
        internal LinkedListNode<Waiting> OfMoved;
    }

    /// <summary>What waits, in its order and in bounds. Guarded by its owner's lock; knows no
    /// time.</summary>
    sealed class Outbox
    {
        readonly Options options;
        readonly LinkedList<Waiting> queue = new LinkedList<Waiting>();
        readonly LinkedList<Waiting> moved = new LinkedList<Waiting>();
        readonly Dictionary<string, LinkedListNode<Waiting>> newest =
            new Dictionary<string, LinkedListNode<Waiting>>();
        readonly LinkedList<List<Waiting>> batches = new LinkedList<List<Waiting>>();
        long waitingBytes;
        int sent;
        long sentBytes;

        internal int Count { get; private set; }
        internal long Last { get; private set; }

        internal Outbox(Options options)
        {
            this.options = options;
        }

        internal int Queued
        {
            get { return queue.Count; }
        }

        internal bool IsFull
        {
            get { return queue.Count >= options.BatchEvents || waitingBytes >= options.BatchBytes; }
        }

        /// <summary>The number of the oldest that waits; one more than the last where none
        /// does.</summary>
        internal long Oldest
        {
            get
            {
                return batches.Count > 0 ? batches.First.Value[0].Number
                    : queue.Count > 0 ? queue.First.Value.Number : Last + 1;
            }
        }

        /// <summary>The batch to be sent, or sent again; null where none was taken.</summary>
        internal List<Waiting> Batch
        {
            get { return batches.Count > 0 ? batches.First.Value : null; }
        }

        /// <summary>False where what is on its way leaves no room: nobody goes for nothing.</summary>
        internal bool Add(string id, byte[] json, string key, out int coalesced, out int dropped)
        {
            coalesced = 0;
            dropped = 0;
            if (sent >= options.MaxEvents || sentBytes + json.Length > options.MaxBytes)
            {
                dropped = 1;
                return false;
            }
            LinkedListNode<Waiting> older;
            if (key != null && newest.TryGetValue(key, out older))
            {
                Remove(older);
                coalesced = 1;
            }
            while (Count >= options.MaxEvents || waitingBytes + json.Length > options.MaxBytes)
            {
                // The oldest `moved` first, for a newer one is bound to come.
                Remove(moved.Count > 0 ? newest[moved.First.Value.Key] : queue.First);
                dropped++;
            }
            var added = new Waiting {Number = ++Last, Id = id, Json = json, Key = key};
            LinkedListNode<Waiting> node = queue.AddLast(added);
            if (key != null)
            {
                added.OfMoved = moved.AddLast(added);
                newest[key] = node;
            }
            Count++;
            waitingBytes += json.Length;
            return true;
        }

        void Remove(LinkedListNode<Waiting> node)
        {
            Unqueue(node);
            Forget(node.Value);
        }

        void Unqueue(LinkedListNode<Waiting> node)
        {
            queue.Remove(node);
            if (node.Value.Key != null)
            {
                moved.Remove(node.Value.OfMoved);
                newest.Remove(node.Value.Key);
            }
        }

        void Forget(Waiting waiting)
        {
            Count--;
            waitingBytes -= waiting.Json.Length;
        }

        internal void Take()
        {
            var batch = new List<Waiting>();
            int size = 2;
            while (queue.Count > 0 && batch.Count < options.BatchEvents)
            {
                Waiting next = queue.First.Value;
                size += next.Json.Length + (batch.Count > 0 ? 1 : 0);
                if (size > options.BatchBytes)
                {
                    break;
                }
                Unqueue(queue.First);
                batch.Add(next);
                sent++;
                sentBytes += next.Json.Length;
            }
            batches.AddLast(batch);
        }

        /// <summary>The batch has been answered: those of `done` need no more, the others are sent in
        /// two parts.</summary>
        internal void Answered(List<Waiting> done, List<Waiting> first, List<Waiting> second)
        {
            batches.RemoveFirst();
            foreach (Waiting each in done)
            {
                Forget(each);
                sent--;
                sentBytes -= each.Json.Length;
            }
            foreach (List<Waiting> part in new[] {second, first})
            {
                if (part.Count > 0)
                {
                    batches.AddFirst(part);
                }
            }
        }

        /// <summary>Nothing is sent any more. How many were left?</summary>
        internal int Leave()
        {
            int left = Count;
            queue.Clear();
            moved.Clear();
            newest.Clear();
            batches.Clear();
            Count = sent = 0;
            waitingBytes = sentBytes = 0;
            return left;
        }
    }
}
