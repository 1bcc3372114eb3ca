// Written by `npm run api:generate` from the OpenAPI document; not to be changed by hand.

export interface paths {
  '/v1/search': {
    /** Keyword and structured search */
    get: {
      parameters: {
        query?: {
          /** Plain language, brand, model or any identifier. Without it every product that passes the filters, those of most sellers first. */
          q?: string;
          /** Taxonomy node from /v1/categories; what is below it counts too. */
          category?: string;
          /** Only these sellers. */
          seller?: (string)[];
          /** true: only offers to buy now; false: all. */
          in_stock?: boolean;
          /** Minor units; filters landed cost, or the price where delivery is unknown. */
          max_price?: number;
          /** Default relevance. Prices are of the best offer that passes. */
          sort?: "relevance" | "price_asc" | "price_desc" | "newest";
          /** true: every word of q is a word. Default false: price, sellers, condition, measures, what must be there and what must not are read from it (`understood`); parameters win over it. */
          literal?: boolean;
          /** Its region and the middle of its area are used. */
          'destination.postal_code'?: string;
          /** ISO 3166-2, with or without its country: `US-CA`, `CA`. */
          'destination.region'?: string;
          /** ISO 3166-1. Default the market’s. */
          'destination.country'?: string;
          /** Also count what can narrow the answer. */
          facets?: boolean;
          /** `next_cursor` of the page before. */
          cursor?: string;
          /** Most rows of the page. Default 20. */
          limit?: number;
          attributes?: Record<string, string | (string)[]>;
        };
        header?: {
          'Service-Version'?: "2026-11-01";
          'If-None-Match'?: string;
        };
      };
      responses: {
        200: { headers: Record<string, string>; content: { 'application/json': components['schemas']['Envelope'] & components['schemas']['SearchAnswer'] } };
        304: { headers: Record<string, string>; content?: never };
        default: { headers: Record<string, string>; content: { 'application/problem+json': components['schemas']['Problem'] } };
      };
    };
  };
  '/v1/search/semantic': {
    /** Intent in, ranked products out */
    post: {
      parameters: {
        header?: {
          'Service-Version'?: "2026-11-01";
        };
      };
      requestBody: { content: { 'application/json': components['schemas']['SearchByIntentRequest'] } };
      responses: {
        200: { headers: Record<string, string>; content: { 'application/json': components['schemas']['Envelope'] & components['schemas']['SearchByIntentAnswer'] } };
        default: { headers: Record<string, string>; content: { 'application/problem+json': components['schemas']['Problem'] } };
      };
    };
  };
  '/v1/sellers': {
    /** Seller directory */
    get: {
      parameters: {
        header?: {
          'Service-Version'?: "2026-11-01";
        };
      };
      responses: {
        200: { headers: Record<string, string>; content: { 'application/json': components['schemas']['Envelope'] & components['schemas']['ListSellersAnswer'] } };
        default: { headers: Record<string, string>; content: { 'application/problem+json': components['schemas']['Problem'] } };
      };
    };
  };
  '/v1/search/suggest': {
    /** Typeahead over the canonical index */
    get: {
      parameters: {
        query: {
          /** What has been typed so far. */
          q: string;
          /** Most suggestions. Default 10. */
          limit?: number;
          /** Only products and categories of this node and below. */
          category?: string;
        };
        header?: {
          'Service-Version'?: "2026-11-01";
          'If-None-Match'?: string;
        };
      };
      responses: {
        200: { headers: Record<string, string>; content: { 'application/json': components['schemas']['Envelope'] & components['schemas']['SuggestAnswer'] } };
        304: { headers: Record<string, string>; content?: never };
        default: { headers: Record<string, string>; content: { 'application/problem+json': components['schemas']['Problem'] } };
      };
    };
  };
  '/v1/categories': {
    /** One taxonomy across all sellers */
    get: {
      parameters: {
        query?: {
          /** Only what is below this node. Default the whole tree. */
          parent?: string;
          /** Levels below the parent. */
          depth?: number;
          /** `next_cursor` of the page before. */
          cursor?: string;
          /** Most rows of the page. Default 20. */
          limit?: number;
        };
        header?: {
          'Service-Version'?: "2026-11-01";
          'If-None-Match'?: string;
        };
      };
      responses: {
        200: { headers: Record<string, string>; content: { 'application/json': components['schemas']['Envelope'] & components['schemas']['ListCategoriesAnswer'] } };
        304: { headers: Record<string, string>; content?: never };
        default: { headers: Record<string, string>; content: { 'application/problem+json': components['schemas']['Problem'] } };
      };
    };
  };
  '/v1/resolve': {
    /** Which product an identifier, link or text names */
    post: {
      parameters: {
        header?: {
          'Service-Version'?: "2026-11-01";
        };
      };
      requestBody: { content: { 'application/json': components['schemas']['ResolveRequest'] } };
      responses: {
        200: { headers: Record<string, string>; content: { 'application/json': components['schemas']['Envelope'] & components['schemas']['ResolveAnswer'] } };
        default: { headers: Record<string, string>; content: { 'application/problem+json': components['schemas']['Problem'] } };
      };
    };
  };
  '/v1/match': {
    /** Bulk match of your rows */
    post: {
      parameters: {
        header?: {
          'Service-Version'?: "2026-11-01";
        };
      };
      requestBody: { content: { 'application/json': components['schemas']['MatchRequest']; 'application/x-ndjson': string; 'text/csv': string } };
      responses: {
        200: { headers: Record<string, string>; content: { 'application/json': components['schemas']['Envelope'] & components['schemas']['MatchAnswer'] } };
        default: { headers: Record<string, string>; content: { 'application/problem+json': components['schemas']['Problem'] } };
      };
    };
  };
  '/v1/products/{id}': {
    /** One canonical product */
    get: {
      parameters: {
        path: {
          /** Any reference to the product, URL-encoded: product, variant or offer id, GTIN, UPC, EAN, ISBN, ASIN, `<seller>:<sku>`, product link, or plain language that fits one product clearly. */
          id: string;
        };
        header?: {
          'Service-Version'?: "2026-11-01";
          'If-None-Match'?: string;
        };
      };
      responses: {
        200: { headers: Record<string, string>; content: { 'application/json': components['schemas']['Envelope'] & components['schemas']['GetProductAnswer'] } };
        304: { headers: Record<string, string>; content?: never };
        default: { headers: Record<string, string>; content: { 'application/problem+json': components['schemas']['Problem'] } };
      };
    };
  };
  '/v1/products/{id}/media': {
    /** Pictures and videos of a product */
    get: {
      parameters: {
        query?: {
          /** Only this variant. */
          variant_id?: string;
          /** Only this role; `counts` still tell of all. */
          role?: "primary" | "gallery" | "detail" | "lifestyle" | "size_chart" | "video";
          /** Keeps only this rendition of each item. */
          rendition?: "thumb" | "card" | "detail" | "full";
        };
        path: {
          /** Any reference to the product, URL-encoded: product, variant or offer id, GTIN, UPC, EAN, ISBN, ASIN, `<seller>:<sku>`, product link, or plain language that fits one product clearly. */
          id: string;
        };
        header?: {
          'Service-Version'?: "2026-11-01";
          'If-None-Match'?: string;
        };
      };
      responses: {
        200: { headers: Record<string, string>; content: { 'application/json': components['schemas']['Envelope'] & components['schemas']['GetProductMediaAnswer'] } };
        304: { headers: Record<string, string>; content?: never };
        default: { headers: Record<string, string>; content: { 'application/problem+json': components['schemas']['Problem'] } };
      };
    };
  };
  '/v1/products/{id}/attributes': {
    /** What is known of a product, typed, with confidence */
    get: {
      parameters: {
        query?: {
          /** Drops values with a lower confidence. */
          min_confidence?: number;
          /** Only attributes that vary between variants. */
          axes_only?: boolean;
          /** Only this variant. */
          variant_id?: string;
        };
        path: {
          /** Any reference to the product, URL-encoded: product, variant or offer id, GTIN, UPC, EAN, ISBN, ASIN, `<seller>:<sku>`, product link, or plain language that fits one product clearly. */
          id: string;
        };
        header?: {
          'Service-Version'?: "2026-11-01";
          'If-None-Match'?: string;
        };
      };
      responses: {
        200: { headers: Record<string, string>; content: { 'application/json': components['schemas']['Envelope'] & components['schemas']['ListProductAttributesAnswer'] } };
        304: { headers: Record<string, string>; content?: never };
        default: { headers: Record<string, string>; content: { 'application/problem+json': components['schemas']['Problem'] } };
      };
    };
  };
  '/v1/facets': {
    /** What the products of a category can be narrowed by */
    get: {
      parameters: {
        query?: {
          /** Taxonomy node from /v1/categories; what is below it counts too. Without it everything. */
          category?: string;
          /** Only these sellers. */
          seller?: (string)[];
          /** true: only offers currently purchasable; false: all. */
          in_stock?: boolean;
          /** Minor units; filters landed cost, or the price where delivery is unknown. */
          max_price?: number;
          attributes?: Record<string, string | (string)[]>;
        };
        header?: {
          'Service-Version'?: "2026-11-01";
          'If-None-Match'?: string;
        };
      };
      responses: {
        200: { headers: Record<string, string>; content: { 'application/json': components['schemas']['Envelope'] & components['schemas']['ListFacetsAnswer'] } };
        304: { headers: Record<string, string>; content?: never };
        default: { headers: Record<string, string>; content: { 'application/problem+json': components['schemas']['Problem'] } };
      };
    };
  };
  '/v1/products/{id}/offers': {
    /** Every live offer for a product */
    get: {
      parameters: {
        query?: {
          /** Only these sellers. */
          seller?: (string)[];
          /** true: only offers that take an order now; false: only those that do not. */
          in_stock?: boolean;
          condition?: "new" | "refurbished" | "used";
          /** Only this variant. */
          variant_id?: string;
          /** Its region and the middle of its area are used. */
          'destination.postal_code'?: string;
          /** ISO 3166-2, with or without its country: `US-CA`, `CA`. */
          'destination.region'?: string;
          /** ISO 3166-1. Default the market’s. */
          'destination.country'?: string;
          /** `next_cursor` of the page before. */
          cursor?: string;
          /** Most rows of the page. Default 20. */
          limit?: number;
        };
        path: {
          /** Any reference to the product, URL-encoded: product, variant or offer id, GTIN, UPC, EAN, ISBN, ASIN, `<seller>:<sku>`, product link, or plain language that fits one product clearly. */
          id: string;
        };
        header?: {
          'Service-Version'?: "2026-11-01";
          'If-None-Match'?: string;
        };
      };
      responses: {
        200: { headers: Record<string, string>; content: { 'application/json': components['schemas']['Envelope'] & components['schemas']['ListOffersAnswer'] } };
        304: { headers: Record<string, string>; content?: never };
        default: { headers: Record<string, string>; content: { 'application/problem+json': components['schemas']['Problem'] } };
      };
    };
  };
  '/v1/checkout': {
    /** Coming soon */
    post: {
      parameters: {
        header?: {
          'Service-Version'?: "2026-11-01";
        };
      };
      responses: {
        default: { headers: Record<string, string>; content: { 'application/problem+json': components['schemas']['Problem'] } };
      };
    };
  };
  '/v1/compare': {
    /** One product’s offers beside one another */
    post: {
      parameters: {
        header?: {
          'Service-Version'?: "2026-11-01";
        };
      };
      requestBody: { content: { 'application/json': components['schemas']['CompareRequest'] } };
      responses: {
        200: { headers: Record<string, string>; content: { 'application/json': components['schemas']['Envelope'] & components['schemas']['CompareAnswer'] } };
        default: { headers: Record<string, string>; content: { 'application/problem+json': components['schemas']['Problem'] } };
      };
    };
  };
  '/v1/products/{id}/context': {
    /** Whether the price of today is a good one */
    get: {
      parameters: {
        query?: {
          /** Whose price; default the seller of the cheapest current offer of the pool. */
          seller?: string;
          /** Only this variant. */
          variant_id?: string;
          /** Length of the history window. */
          days?: number;
        };
        path: {
          /** Any reference to the product, URL-encoded: product, variant or offer id, GTIN, UPC, EAN, ISBN, ASIN, `<seller>:<sku>`, product link, or plain language that fits one product clearly. */
          id: string;
        };
        header?: {
          'Service-Version'?: "2026-11-01";
          'If-None-Match'?: string;
        };
      };
      responses: {
        200: { headers: Record<string, string>; content: { 'application/json': components['schemas']['Envelope'] & components['schemas']['GetPriceContextAnswer'] } };
        304: { headers: Record<string, string>; content?: never };
        default: { headers: Record<string, string>; content: { 'application/problem+json': components['schemas']['Problem'] } };
      };
    };
  };
  '/v1/products/{id}/history': {
    /** The price observation series */
    get: {
      parameters: {
        query?: {
          /** Only these sellers. */
          seller?: (string)[];
          /** Only this variant. */
          variant_id?: string;
          /** Length of the history window. */
          days?: number;
          /** One observation per change (default), or per UTC day: what stood last on it. */
          granularity?: "change" | "day";
          /** `next_cursor` of the page before. */
          cursor?: string;
          /** Most rows of the page. Default 20. */
          limit?: number;
        };
        path: {
          /** Any reference to the product, URL-encoded: product, variant or offer id, GTIN, UPC, EAN, ISBN, ASIN, `<seller>:<sku>`, product link, or plain language that fits one product clearly. */
          id: string;
        };
        header?: {
          'Service-Version'?: "2026-11-01";
          'If-None-Match'?: string;
        };
      };
      responses: {
        200: { headers: Record<string, string>; content: { 'application/json': components['schemas']['Envelope'] & components['schemas']['GetHistoryAnswer'] } };
        304: { headers: Record<string, string>; content?: never };
        default: { headers: Record<string, string>; content: { 'application/problem+json': components['schemas']['Problem'] } };
      };
    };
  };
  '/v1/products/{id}/forecast': {
    /** Buy now or wait, from the rhythm of discounts */
    get: {
      parameters: {
        query?: {
          /** Whose price; default the seller of the cheapest current offer of the pool. */
          seller?: string;
          /** Only this variant. */
          variant_id?: string;
          /** How long you could wait. */
          horizon_days?: number;
          /** How far back `basis` and `next_discount` look. */
          days?: number;
        };
        path: {
          /** Any reference to the product, URL-encoded: product, variant or offer id, GTIN, UPC, EAN, ISBN, ASIN, `<seller>:<sku>`, product link, or plain language that fits one product clearly. */
          id: string;
        };
        header?: {
          'Service-Version'?: "2026-11-01";
          'If-None-Match'?: string;
        };
      };
      responses: {
        200: { headers: Record<string, string>; content: { 'application/json': components['schemas']['Envelope'] & components['schemas']['GetForecastAnswer'] } };
        304: { headers: Record<string, string>; content?: never };
        default: { headers: Record<string, string>; content: { 'application/problem+json': components['schemas']['Problem'] } };
      };
    };
  };
  '/v1/products/{id}/availability': {
    /** Stock state across sellers, with stockout frequency */
    get: {
      parameters: {
        query?: {
          /** Only these sellers. */
          seller?: (string)[];
          /** Only this variant. */
          variant_id?: string;
          /** Length of the history window. */
          days?: number;
        };
        path: {
          /** Any reference to the product, URL-encoded: product, variant or offer id, GTIN, UPC, EAN, ISBN, ASIN, `<seller>:<sku>`, product link, or plain language that fits one product clearly. */
          id: string;
        };
        header?: {
          'Service-Version'?: "2026-11-01";
          'If-None-Match'?: string;
        };
      };
      responses: {
        200: { headers: Record<string, string>; content: { 'application/json': components['schemas']['Envelope'] & components['schemas']['GetAvailabilityAnswer'] } };
        304: { headers: Record<string, string>; content?: never };
        default: { headers: Record<string, string>; content: { 'application/problem+json': components['schemas']['Problem'] } };
      };
    };
  };
  '/v1/memory/{id}': {
    /** Delete one fact */
    delete: {
      parameters: {
        path: {
          /** `mem_…` */
          id: string;
        };
        header?: {
          'Service-Version'?: "2026-11-01";
        };
      };
      responses: {
        204: { headers: Record<string, string>; content?: never };
        default: { headers: Record<string, string>; content: { 'application/problem+json': components['schemas']['Problem'] } };
      };
    };
  };
  '/v1/memory': {
    /** Delete a namespace with all that is in it */
    delete: {
      parameters: {
        query: {
          /** Any name; it is the key owner’s own, whatever others call theirs. */
          namespace: string;
        };
        header?: {
          'Service-Version'?: "2026-11-01";
        };
      };
      responses: {
        204: { headers: Record<string, string>; content?: never };
        default: { headers: Record<string, string>; content: { 'application/problem+json': components['schemas']['Problem'] } };
      };
    };
    /** Store a durable fact in a namespace of yours */
    post: {
      parameters: {
        header?: {
          'Service-Version'?: "2026-11-01";
          'Idempotency-Key'?: string;
        };
      };
      requestBody: { content: { 'application/json': components['schemas']['StoreMemoryRequest'] } };
      responses: {
        201: { headers: Record<string, string>; content: { 'application/json': components['schemas']['Envelope'] & components['schemas']['Memory'] } };
        default: { headers: Record<string, string>; content: { 'application/problem+json': components['schemas']['Problem'] } };
      };
    };
    /** The facts of a namespace, oldest first */
    get: {
      parameters: {
        query: {
          /** Any name; it is the key owner’s own, whatever others call theirs. */
          namespace: string;
          /** `next_cursor` of the page before. */
          cursor?: string;
          /** Most rows of the page. Default 20. */
          limit?: number;
        };
        header?: {
          'Service-Version'?: "2026-11-01";
        };
      };
      responses: {
        200: { headers: Record<string, string>; content: { 'application/json': components['schemas']['Envelope'] & components['schemas']['ListMemoryAnswer'] } };
        default: { headers: Record<string, string>; content: { 'application/problem+json': components['schemas']['Problem'] } };
      };
    };
  };
  '/v1/memory/query': {
    /** Recall facts of one namespace by what they say */
    post: {
      parameters: {
        header?: {
          'Service-Version'?: "2026-11-01";
        };
      };
      requestBody: { content: { 'application/json': components['schemas']['QueryMemoryRequest'] } };
      responses: {
        200: { headers: Record<string, string>; content: { 'application/json': components['schemas']['Envelope'] & components['schemas']['QueryMemoryAnswer'] } };
        default: { headers: Record<string, string>; content: { 'application/problem+json': components['schemas']['Problem'] } };
      };
    };
  };
  '/v1/events': {
    /** The log of events, to be replayed from any point */
    get: {
      parameters: {
        query?: {
          /** Where to continue: `next_cursor` of the page before, or the id of an event. Good as long as the log keeps what comes behind it. */
          after?: string;
          /** Only these. */
          type?: ("price.changed" | "price.threshold_crossed" | "availability.changed" | "seller.changed" | "policy.violated" | "match.degraded")[];
          /** GTIN, UPC, EAN, ISBN, ASIN, `<seller>:<sku>`, product link, GS1 Digital Link, product, variant or offer id, or plain language that fits one product clearly. */
          product?: string;
          /** Only these sellers. */
          seller?: (string)[];
          /** Most rows of the page. Default 20. */
          limit?: number;
        };
        header?: {
          'Service-Version'?: "2026-11-01";
        };
      };
      responses: {
        200: { headers: Record<string, string>; content: { 'application/json': components['schemas']['Envelope'] & components['schemas']['ListEventsAnswer'] } };
        default: { headers: Record<string, string>; content: { 'application/problem+json': components['schemas']['Problem'] } };
      };
    };
  };
  '/v1/watches': {
    /** Watch a product, seller, brand or category, with a signed callback */
    post: {
      parameters: {
        header?: {
          'Service-Version'?: "2026-11-01";
          'Idempotency-Key'?: string;
        };
      };
      requestBody: { content: { 'application/json': components['schemas']['CreateWatchRequest'] } };
      responses: {
        201: { headers: Record<string, string>; content: { 'application/json': components['schemas']['Envelope'] & components['schemas']['CreateWatchAnswer'] } };
        default: { headers: Record<string, string>; content: { 'application/problem+json': components['schemas']['Problem'] } };
      };
    };
    /** The watches of the key’s owner, oldest first */
    get: {
      parameters: {
        query?: {
          /** `next_cursor` of the page before. */
          cursor?: string;
          /** Most rows of the page. Default 20. */
          limit?: number;
        };
        header?: {
          'Service-Version'?: "2026-11-01";
        };
      };
      responses: {
        200: { headers: Record<string, string>; content: { 'application/json': components['schemas']['Envelope'] & components['schemas']['ListWatchesAnswer'] } };
        default: { headers: Record<string, string>; content: { 'application/problem+json': components['schemas']['Problem'] } };
      };
    };
  };
  '/v1/stream': {
    /** Events as they are published, as server-sent events */
    get: {
      parameters: {
        query?: {
          /** Only these. */
          type?: ("price.changed" | "price.threshold_crossed" | "availability.changed" | "seller.changed" | "policy.violated" | "match.degraded")[];
        };
        header?: {
          'Service-Version'?: "2026-11-01";
        };
      };
      responses: {
        200: { headers: Record<string, string>; content: { 'text/event-stream': unknown } };
        206: { headers: Record<string, string>; content: { 'text/event-stream': unknown } };
        304: { headers: Record<string, string>; content?: never };
        default: { headers: Record<string, string>; content: { 'application/problem+json': components['schemas']['Problem'] } };
      };
    };
  };
  '/v1/feed/{protocol}': {
    /** The catalogue in the shape that an agentic-checkout protocol parses */
    get: {
      parameters: {
        query?: {
          /** Default the first that the protocol has. */
          format?: "jsonl" | "json" | "tsv" | "xml";
          /** This seller’s own feed, listing by listing under its own skus, instead of the index variant by variant. */
          seller?: string;
          /** Only products in this node of the taxonomy and below. */
          category?: string;
          /** 1: what is in the feed and what was left out, and why, instead of the feed. */
          report?: "1" | "0";
          /** From the `Link` header of the page before. */
          cursor?: string;
          /** Most products of a page. Default all, for ucp 100 (most 1,000). */
          limit?: number;
        };
        path: {
          /** Whose shape the catalogue takes. */
          protocol: "acp" | "openai" | "google" | "ucp" | "meta" | "schema_org";
        };
        header?: {
          'Service-Version'?: "2026-11-01";
        };
      };
      responses: {
        200: { headers: Record<string, string>; content: { 'application/x-ndjson': unknown; 'application/json': components['schemas']['Envelope'] & components['schemas']['GetFeedAnswer']; 'text/tab-separated-values': unknown; 'application/xml': unknown } };
        206: { headers: Record<string, string>; content: { 'application/x-ndjson': unknown; 'application/json': unknown; 'text/tab-separated-values': unknown; 'application/xml': unknown } };
        304: { headers: Record<string, string>; content?: never };
        default: { headers: Record<string, string>; content: { 'application/problem+json': components['schemas']['Problem'] } };
      };
    };
  };
  '/v1/exports': {
    /** Bulk exports of the whole index */
    get: {
      parameters: {
        query?: {
          /** What to export. Absent: an overview of all datasets. */
          dataset?: "products" | "variants" | "offers" | "observations" | "events" | "listings";
          /** Default the one that `Accept` likes best by its media type, else ndjson. */
          format?: "ndjson" | "parquet" | "arrow";
          /** Names of columns, separated by commas, in the order wanted. Default all. */
          columns?: string;
          /** Only products in this node of the taxonomy and below, and what belongs to them. */
          category?: string;
          /** Only these sellers. */
          seller?: (string)[];
          /** Only products of this brand, however spelled, and what belongs to them. */
          brand?: string;
          /** Only rows whose `time_column` is at or after this moment. */
          since?: string;
          /** The `x-snapshot-id` of an earlier file: only rows that are new since or differ in one of `columns`, and with `removed: true` the key of those that are no more. Of datasets with a `key_column`. */
          changes_since?: string;
        };
        header?: {
          'Service-Version'?: "2026-11-01";
        };
      };
      responses: {
        200: { headers: Record<string, string>; content: { 'application/x-ndjson': unknown; 'application/vnd.apache.parquet': unknown; 'application/vnd.apache.arrow.stream': unknown; 'application/json': components['schemas']['Envelope'] & components['schemas']['ExportDatasetsAnswer'] } };
        206: { headers: Record<string, string>; content: { 'application/x-ndjson': unknown; 'application/vnd.apache.parquet': unknown; 'application/vnd.apache.arrow.stream': unknown } };
        304: { headers: Record<string, string>; content?: never };
        default: { headers: Record<string, string>; content: { 'application/problem+json': components['schemas']['Problem'] } };
      };
    };
  };
  '/v1/equivalence': {
    /** What two references are to one another */
    post: {
      parameters: {
        header?: {
          'Service-Version'?: "2026-11-01";
        };
      };
      requestBody: { content: { 'application/json': components['schemas']['RelateReferencesRequest'] } };
      responses: {
        200: { headers: Record<string, string>; content: { 'application/json': components['schemas']['Envelope'] & components['schemas']['RelateReferencesAnswer'] } };
        default: { headers: Record<string, string>; content: { 'application/problem+json': components['schemas']['Problem'] } };
      };
    };
  };
  '/v1/substitutes': {
    /** What can be bought instead */
    post: {
      parameters: {
        header?: {
          'Service-Version'?: "2026-11-01";
        };
      };
      requestBody: { content: { 'application/json': components['schemas']['FindSubstitutesRequest'] } };
      responses: {
        200: { headers: Record<string, string>; content: { 'application/json': components['schemas']['Envelope'] & components['schemas']['FindSubstitutesAnswer'] } };
        default: { headers: Record<string, string>; content: { 'application/problem+json': components['schemas']['Problem'] } };
      };
    };
  };
  '/v1/decide': {
    /** What to buy, why, and what would change it */
    post: {
      parameters: {
        header?: {
          'Service-Version'?: "2026-11-01";
        };
      };
      requestBody: { content: { 'application/json': components['schemas']['DecideRequest'] } };
      responses: {
        200: { headers: Record<string, string>; content: { 'application/json': components['schemas']['Envelope'] & components['schemas']['DecideAnswer'] } };
        default: { headers: Record<string, string>; content: { 'application/problem+json': components['schemas']['Problem'] } };
      };
    };
  };
  '/v1/products/{id}/total-cost': {
    /** What a product costs over the time it is kept */
    get: {
      parameters: {
        query?: {
          /** How long it is kept. */
          horizon_months?: number;
          /** pages printed a month, of electronics.print_copy_scan_fax. Default 100. */
          'usage.pages_per_month'?: number;
          /** cups made a day, of home_garden.kitchen_dining.coffee_makers_espresso_machines. Default 2. */
          'usage.cups_per_day'?: number;
          /** loads washed a week, of home_garden.household_appliances.washing_machines. Default 4. */
          'usage.loads_per_week'?: number;
          attributes?: Record<string, unknown>;
        };
        path: {
          /** Any reference to the product, URL-encoded: product, variant or offer id, GTIN, UPC, EAN, ISBN, ASIN, `<seller>:<sku>`, product link, or plain language that fits one product clearly. */
          id: string;
        };
        header?: {
          'Service-Version'?: "2026-11-01";
          'If-None-Match'?: string;
        };
      };
      responses: {
        200: { headers: Record<string, string>; content: { 'application/json': components['schemas']['Envelope'] & components['schemas']['TotalCostAnswer'] } };
        304: { headers: Record<string, string>; content?: never };
        default: { headers: Record<string, string>; content: { 'application/problem+json': components['schemas']['Problem'] } };
      };
    };
  };
  '/v1/fulfillment/estimate': {
    /** When an order arrives, and what delivery costs */
    post: {
      parameters: {
        header?: {
          'Service-Version'?: "2026-11-01";
        };
      };
      requestBody: { content: { 'application/json': components['schemas']['EstimateDeliveryRequest'] } };
      responses: {
        200: { headers: Record<string, string>; content: { 'application/json': components['schemas']['Envelope'] & components['schemas']['EstimateDeliveryAnswer'] } };
        default: { headers: Record<string, string>; content: { 'application/problem+json': components['schemas']['Problem'] } };
      };
    };
  };
  '/v1/fulfillment/nearby': {
    /** Which stores near by have a product */
    post: {
      parameters: {
        header?: {
          'Service-Version'?: "2026-11-01";
        };
      };
      requestBody: { content: { 'application/json': components['schemas']['FindNearbyRequest'] } };
      responses: {
        200: { headers: Record<string, string>; content: { 'application/json': components['schemas']['Envelope'] & components['schemas']['FindNearbyAnswer'] } };
        default: { headers: Record<string, string>; content: { 'application/problem+json': components['schemas']['Problem'] } };
      };
    };
  };
  '/v1/offers/{id}/returns': {
    /** The terms on which an offer can be returned */
    get: {
      parameters: {
        path: {
          /** The offer, URL-encoded: its id, `<seller>:<sku>`, or a link or code that only one listing has. */
          id: string;
        };
        header?: {
          'Service-Version'?: "2026-11-01";
        };
      };
      responses: {
        200: { headers: Record<string, string>; content: { 'application/json': components['schemas']['Envelope'] & components['schemas']['GetOfferReturnsAnswer'] } };
        default: { headers: Record<string, string>; content: { 'application/problem+json': components['schemas']['Problem'] } };
      };
    };
  };
  '/v1/sellers/{id}/trust': {
    /** What is known of a seller’s reliability */
    get: {
      parameters: {
        path: {
          /** Seller id, as GET /v1/sellers. */
          id: string;
        };
        header?: {
          'Service-Version'?: "2026-11-01";
        };
      };
      responses: {
        200: { headers: Record<string, string>; content: { 'application/json': components['schemas']['Envelope'] & components['schemas']['GetSellerTrustAnswer'] } };
        default: { headers: Record<string, string>; content: { 'application/problem+json': components['schemas']['Problem'] } };
      };
    };
  };
  '/v1/offers/{id}/risk': {
    /** What stands out about an offer */
    get: {
      parameters: {
        path: {
          /** The offer, URL-encoded: its id, `<seller>:<sku>`, or a link or code that only one listing has. */
          id: string;
        };
        header?: {
          'Service-Version'?: "2026-11-01";
          'If-None-Match'?: string;
        };
      };
      responses: {
        200: { headers: Record<string, string>; content: { 'application/json': components['schemas']['Envelope'] & components['schemas']['GetOfferRiskAnswer'] } };
        304: { headers: Record<string, string>; content?: never };
        default: { headers: Record<string, string>; content: { 'application/problem+json': components['schemas']['Problem'] } };
      };
    };
  };
  '/v1/products/{id}/reviews': {
    /** What buyers say of a product */
    get: {
      parameters: {
        path: {
          /** Any reference to the product, URL-encoded: product, variant or offer id, GTIN, UPC, EAN, ISBN, ASIN, `<seller>:<sku>`, product link, or plain language that fits one product clearly. */
          id: string;
        };
        header?: {
          'Service-Version'?: "2026-11-01";
          'If-None-Match'?: string;
        };
      };
      responses: {
        200: { headers: Record<string, string>; content: { 'application/json': components['schemas']['Envelope'] & components['schemas']['GetProductReviewsAnswer'] } };
        304: { headers: Record<string, string>; content?: never };
        default: { headers: Record<string, string>; content: { 'application/problem+json': components['schemas']['Problem'] } };
      };
    };
  };
  '/v1/reviews': {
    /** Pairs of listings that a person should look at */
    get: {
      parameters: {
        query?: {
          /** Either listing is of this seller. */
          seller?: string;
          reason?: "below_threshold" | "different_gtins" | "seller_has_both" | "stated_differently" | "others_do_not_hold";
          min_probability?: number;
          /** Leaves out pairs with a decision that holds. */
          undecided?: boolean;
          /** `next_cursor` of the page before. */
          cursor?: string;
          /** Most rows of the page. Default 20. */
          limit?: number;
        };
        header?: {
          'Service-Version'?: "2026-11-01";
        };
      };
      responses: {
        200: { headers: Record<string, string>; content: { 'application/json': components['schemas']['Envelope'] & components['schemas']['ListReviewsAnswer'] } };
        default: { headers: Record<string, string>; content: { 'application/problem+json': components['schemas']['Problem'] } };
      };
    };
  };
  '/v1/reviews/{id}': {
    /** One pair of listings, and why they may be one item */
    get: {
      parameters: {
        path: {
          /** `rev_…`, or any two listings as `<seller>:<sku>=<seller>:<sku>`, URL-encoded. */
          id: string;
        };
        header?: {
          'Service-Version'?: "2026-11-01";
        };
      };
      responses: {
        200: { headers: Record<string, string>; content: { 'application/json': components['schemas']['Envelope'] & components['schemas']['GetReviewAnswer'] } };
        default: { headers: Record<string, string>; content: { 'application/problem+json': components['schemas']['Problem'] } };
      };
    };
    /** Say whether two listings are one item */
    post: {
      parameters: {
        path: {
          /** `rev_…`, or any two listings as `<seller>:<sku>=<seller>:<sku>`, URL-encoded. */
          id: string;
        };
        header?: {
          'Service-Version'?: "2026-11-01";
        };
      };
      requestBody: { content: { 'application/json': components['schemas']['DecideReviewRequest'] } };
      responses: {
        200: { headers: Record<string, string>; content: { 'application/json': components['schemas']['Envelope'] & components['schemas']['Review'] } };
        default: { headers: Record<string, string>; content: { 'application/problem+json': components['schemas']['Problem'] } };
      };
    };
  };
  '/v1/watches/{id}': {
    /** One watch */
    get: {
      parameters: {
        path: {
          /** `wat_…` */
          id: string;
        };
        header?: {
          'Service-Version'?: "2026-11-01";
        };
      };
      responses: {
        200: { headers: Record<string, string>; content: { 'application/json': components['schemas']['Envelope'] & components['schemas']['Watch'] } };
        default: { headers: Record<string, string>; content: { 'application/problem+json': components['schemas']['Problem'] } };
      };
    };
    /** Delete a watch and all that waits for its callback */
    delete: {
      parameters: {
        path: {
          /** `wat_…` */
          id: string;
        };
        header?: {
          'Service-Version'?: "2026-11-01";
        };
      };
      responses: {
        204: { headers: Record<string, string>; content?: never };
        default: { headers: Record<string, string>; content: { 'application/problem+json': components['schemas']['Problem'] } };
      };
    };
  };
  '/v1/watches/{id}/pause': {
    /** Tell nothing for a while */
    post: {
      parameters: {
        path: {
          /** `wat_…` */
          id: string;
        };
        header?: {
          'Service-Version'?: "2026-11-01";
        };
      };
      responses: {
        200: { headers: Record<string, string>; content: { 'application/json': components['schemas']['Envelope'] & components['schemas']['Watch'] } };
        default: { headers: Record<string, string>; content: { 'application/problem+json': components['schemas']['Problem'] } };
      };
    };
  };
  '/v1/watches/{id}/resume': {
    /** Go on telling; also for a watch that was disabled */
    post: {
      parameters: {
        path: {
          /** `wat_…` */
          id: string;
        };
        header?: {
          'Service-Version'?: "2026-11-01";
        };
      };
      responses: {
        200: { headers: Record<string, string>; content: { 'application/json': components['schemas']['Envelope'] & components['schemas']['Watch'] } };
        default: { headers: Record<string, string>; content: { 'application/problem+json': components['schemas']['Problem'] } };
      };
    };
  };
  '/v1/watches/{id}/rotate-secret': {
    /** Sign by a new secret */
    post: {
      parameters: {
        path: {
          /** `wat_…` */
          id: string;
        };
        header?: {
          'Service-Version'?: "2026-11-01";
        };
      };
      responses: {
        200: { headers: Record<string, string>; content: { 'application/json': components['schemas']['Envelope'] & components['schemas']['RotateWatchSecretAnswer'] } };
        default: { headers: Record<string, string>; content: { 'application/problem+json': components['schemas']['Problem'] } };
      };
    };
  };
  '/v1/watches/{id}/deliveries': {
    /** What was sent to a watch’s callback, attempt by attempt */
    get: {
      parameters: {
        query?: {
          state?: "pending" | "held" | "delivered" | "dead";
          /** `next_cursor` of the page before. */
          cursor?: string;
          /** Most rows of the page. Default 20. */
          limit?: number;
        };
        path: {
          /** `wat_…` */
          id: string;
        };
        header?: {
          'Service-Version'?: "2026-11-01";
        };
      };
      responses: {
        200: { headers: Record<string, string>; content: { 'application/json': components['schemas']['Envelope'] & components['schemas']['ListDeliveriesAnswer'] } };
        default: { headers: Record<string, string>; content: { 'application/problem+json': components['schemas']['Problem'] } };
      };
    };
  };
  '/v1/watches/{id}/redeliver': {
    /** Send dead letters, or one delivery, again */
    post: {
      parameters: {
        path: {
          /** `wat_…` */
          id: string;
        };
        header?: {
          'Service-Version'?: "2026-11-01";
        };
      };
      requestBody: { content: { 'application/json': components['schemas']['RedeliverRequest'] } };
      responses: {
        200: { headers: Record<string, string>; content: { 'application/json': components['schemas']['Envelope'] & components['schemas']['RedeliverAnswer'] } };
        default: { headers: Record<string, string>; content: { 'application/problem+json': components['schemas']['Problem'] } };
      };
    };
  };
  '/v1/runs': {
    /** What was read of the feeds, and what became of it */
    get: {
      parameters: {
        query?: {
          seller?: string;
          feed?: string;
          state?: "waiting" | "held" | "late" | "accepted" | "failed" | "rejected" | "passed" | "retracted";
          /** `next_cursor` of the page before. */
          cursor?: string;
          /** Most rows of the page. Default 20. */
          limit?: number;
        };
        header?: {
          'Service-Version'?: "2026-11-01";
        };
      };
      responses: {
        200: { headers: Record<string, string>; content: { 'application/json': components['schemas']['Envelope'] & components['schemas']['ListRunsAnswer'] } };
        default: { headers: Record<string, string>; content: { 'application/problem+json': components['schemas']['Problem'] } };
      };
    };
  };
  '/v1/runs/{id}': {
    /** One run: counts, what became of it, and in what it strays from its feed */
    get: {
      parameters: {
        path: {
          /** `run_…` */
          id: string;
        };
        header?: {
          'Service-Version'?: "2026-11-01";
        };
      };
      responses: {
        200: { headers: Record<string, string>; content: { 'application/json': components['schemas']['Envelope'] & components['schemas']['Run'] } };
        default: { headers: Record<string, string>; content: { 'application/problem+json': components['schemas']['Problem'] } };
      };
    };
  };
  '/v1/runs/{id}/rejects': {
    /** Rows that a run left out, or kept without a value, and why */
    get: {
      parameters: {
        query?: {
          /** `next_cursor` of the page before. */
          cursor?: string;
          /** Most rows of the page. Default 20. */
          limit?: number;
        };
        path: {
          /** `run_…` */
          id: string;
        };
        header?: {
          'Service-Version'?: "2026-11-01";
        };
      };
      responses: {
        200: { headers: Record<string, string>; content: { 'application/json': components['schemas']['Envelope'] & components['schemas']['ListRunRejectsAnswer'] } };
        default: { headers: Record<string, string>; content: { 'application/problem+json': components['schemas']['Problem'] } };
      };
    };
  };
  '/v1/runs/{id}/decision': {
    /** Take a run, turn it down, or take a published one back */
    post: {
      parameters: {
        path: {
          /** `run_…` */
          id: string;
        };
        header?: {
          'Service-Version'?: "2026-11-01";
        };
      };
      requestBody: { content: { 'application/json': components['schemas']['DecideRunRequest'] } };
      responses: {
        200: { headers: Record<string, string>; content: { 'application/json': components['schemas']['Envelope'] & components['schemas']['DecideRunAnswer'] } };
        default: { headers: Record<string, string>; content: { 'application/problem+json': components['schemas']['Problem'] } };
      };
    };
  };
}

export interface components {
  schemas: {
    Envelope: {
      request_id: string;
    };
    /** RFC 9457, with the code, the call and the fields at fault. */
    Problem: {
      type: string;
      title: string;
      status: number;
      detail: string;
      instance: string;
      code: "invalid_request" | "cursor_invalid" | "unsupported_version" | "unauthorized" | "forbidden" | "not_found" | "method_not_allowed" | "idempotency_in_flight" | "review_conflict" | "run_conflict" | "cursor_expired" | "snapshot_expired" | "payload_too_large" | "too_many_rows" | "unsupported_media_type" | "range_not_satisfiable" | "ambiguous_offer" | "invalid_identifier" | "idempotency_conflict" | "rate_limited" | "headers_too_large" | "internal" | "not_available" | "unavailable" | "timeout";
      request_id: string;
      param: string | null;
      retryable: boolean;
      errors: ({
        param: string;
        detail: string;
      })[];
    };
    Attribute: {
      /** `<namespace>.<name>`; `general` is of any category. */
      key: string;
      label: string;
      /** Typed; a number is in `unit`. */
      value: string | number | boolean | {
        min: number;
        max: number;
      };
      /** What a number is in; absent of counts and texts. */
      unit?: string;
      /** declared: in a field of a feed; parsed: read from a title or description; inferred: from other variants. */
      source: "declared" | "parsed" | "inferred";
      /** Probability that the variants have this value. */
      confidence: number;
      /** The variants that have it. */
      variant_ids: (string)[];
    };
    Axis: {
      /** `<namespace>.<name>` */
      key: string;
      unit: string | null;
      /** In their order: S before M, 64 GB before 128 GB. */
      values: (string | number)[];
      /** Sellers ask different prices along it: what differs in it is never in one pool. */
      bears_on_price: boolean;
    };
    Category: {
      /** Dotted path. */
      id: string;
      label: string;
      parent: string | null;
      /** Products in this node and below. */
      products: number;
      /** Count of nodes directly below. */
      children: number;
      google_product_category: number | null;
    };
    CompareAnswer: {
      product_id: string;
      /** The variant named, else the one that stands for the pool. */
      variant_id: string;
      /** Variants whose offers are weighed against one another: they differ only in what does not bear on price. */
      pooled_variants: (string)[];
      condition: "new" | "refurbished" | "used";
      title: string;
      thumb: string | null;
      match: components['schemas']['Match'];
      best: {
        seller: string;
        offer_id: string;
        /** Price, as the market’s locale writes it. */
        price: string;
        /** Price, minor units. */
        price_minor: number;
        /** ISO 4217. */
        currency: string;
      } | null;
      note: string | null;
      verdict: "excellent" | "good" | "typical" | "poor" | "flat" | null;
      spread: string | null;
      spread_minor: number | null;
      /** ISO 4217. */
      currency: string;
      /** Every live offer of the pool, ranked by landed cost. */
      offers: ({
        /** `off_…` */
        id: string;
        seller: string;
        variant_id: string;
        /** Price, as the market’s locale writes it. */
        price: string;
        /** Price, minor units. */
        price_minor: number;
        landed: string | null;
        landed_minor: number | null;
        /** ISO 4217. */
        currency: string;
        /** False in another currency than the market’s: such an offer is listed last and never compared. */
        comparable: boolean;
        condition: "new" | "refurbished" | "used";
        availability: "in_stock" | "low_stock" | "preorder" | "backorder" | "out_of_stock" | "discontinued" | "unknown" | "gone";
        /** An order is taken now. */
        purchasable: boolean;
        thumb: string | null;
        source: components['schemas']['Source'];
      })[];
    };
    CompareRequest: {
      /** GTIN, UPC, EAN, ISBN, ASIN, `<seller>:<sku>`, product link, GS1 Digital Link, product, variant or offer id, or plain language that fits one product clearly. */
      ref: string;
      /** Where it goes; what does not go there is left out. Default the market’s own. */
      destination?: {
        /** Its region and the middle of its area are used. */
        postal_code?: string;
        /** ISO 3166-2, with or without its country: `US-CA`, `CA`. */
        region?: string;
        /** ISO 3166-1. Default the market’s. */
        country?: string;
      };
    };
    CreateWatchAnswer: {
      id: string;
      target: {
        product_id?: string;
        seller?: string;
        brand?: string;
        category?: string;
      };
      condition: {
        /** Judged product by product, by the lowest landed price among purchasable offers, and by the stock of all offers together. */
        type: "price_below" | "price_drop_percent" | "price_changed" | "back_in_stock" | "out_of_stock" | "new_seller" | "seller_left" | "policy_violated" | "match_degraded";
        /** Of price_below: the price to fall below, minor units. */
        value_minor?: number;
        /** Of price_drop_percent: counted from the lowest landed price at creation, then from the last one told. */
        percent?: number;
      };
      callback_url: string;
      status: "active" | "paused" | "disabled" | "expired";
      disabled_reason: string | null;
      created_at: string;
      expires_at: string | null;
      /** Signs what the callback receives (Standard Webhooks); shown only now. */
      secret: string;
      match?: components['schemas']['Match'];
    };
    CreateWatchRequest: {
      /** Exactly one of product, seller, brand and category. */
      target: {
        /** GTIN, UPC, EAN, ISBN, ASIN, `<seller>:<sku>`, product link, GS1 Digital Link, product, variant or offer id, or plain language that fits one product clearly. */
        product?: string;
        /** Alone, or beside `product`: only this seller’s offers of it. */
        seller?: string;
        brand?: string;
        /** Taxonomy node, with all below it. */
        category?: string;
      };
      condition: {
        /** Judged product by product, by the lowest landed price among purchasable offers, and by the stock of all offers together. */
        type: "price_below" | "price_drop_percent" | "price_changed" | "back_in_stock" | "out_of_stock" | "new_seller" | "seller_left" | "policy_violated" | "match_degraded";
        /** Of price_below: the price to fall below, minor units. */
        value_minor?: number;
        /** Of price_drop_percent: counted from the lowest landed price at creation, then from the last one told. */
        percent?: number;
      };
      /** http or https, at a public address. Receives a signed POST for each event. */
      callback_url: string;
      expires_at?: string;
    };
    Dataset: {
      dataset: "products" | "variants" | "offers" | "observations" | "events" | "listings";
      description: string;
      /** Without filters. */
      rows: number;
      /** Equal to that of an earlier snapshot: the rows are the same. */
      checksum: string;
      /** What names a row in every snapshot; null where `changes_since` is not possible. */
      key_column: string | null;
      /** What `since` compares. */
      time_column: string;
      columns: ({
        name: string;
        type: string;
        description: string;
      })[];
      /** Files of the whole dataset that are already made; others are made when they are asked for, and from then on ahead for each new snapshot. */
      files: ({
        format: "ndjson" | "parquet" | "arrow";
        rows: number;
        bytes: number;
        etag: string;
      })[];
    };
    DecideAnswer: {
      recommendation: {
        product_id: string;
        variant_id: string;
        title: string;
        offer: {
          /** `off_…` */
          id: string;
          seller: string;
          /** Price, as the market’s locale writes it. */
          price: string;
          /** Price, minor units. */
          price_minor: number;
          /** How many of it are ordered, for the quantity wanted. */
          units: number;
          pieces_per_unit: number | null;
          landed: string | null;
          landed_minor: number | null;
          tier: string | null;
          delivers_by: string | null;
        };
        /** From the figures that it was chosen by. */
        why: (string)[];
        /** How clear the choice is: .5 where the runner-up is as good, times how sure the data of the offer are. */
        confidence: number;
        verdict: "excellent" | "good" | "typical" | "poor" | "flat" | null;
        outlook: {
          /** Whether waiting 28 days for a fall of 3 % is expected to pay. */
          advice: "buy_now" | "wait";
          fall_probability: number;
        } | null;
      } | null;
      runner_up: {
        product_id: string;
        title: string;
        why_not: string;
      } | null;
      would_change_if: ({
        condition: string;
        then: string;
        /** What was moved, alone. */
        input: "price" | "budget" | "deadline" | "weight";
        /** Of a price: whose. */
        offer_id?: string;
        /** Of a weight: which; the others keep their proportions. */
        criterion?: "price" | "speed" | "quality" | "trust";
        /** Where it was moved to: minor units delivered, days, or the share of a weight. */
        value: number;
        then_offer_id: string | null;
      })[];
      /** Empty where something qualifies. */
      relax: ({
        /** What to drop. */
        constraint: string;
        /** What is chosen without it. */
        brings: string;
        /** Products that qualify without it. */
        options: number;
        recommendation: {
          product_id: string;
          title: string;
          offer: {
            /** `off_…` */
            id: string;
            seller: string;
            /** Price, as the market’s locale writes it. */
            price: string;
            /** Price, minor units. */
            price_minor: number;
            /** How many of it are ordered, for the quantity wanted. */
            units: number;
            pieces_per_unit: number | null;
            landed: string | null;
            landed_minor: number | null;
            tier: string | null;
            delivers_by: string | null;
          };
        };
      })[];
      /** Candidates considered. */
      considered: number;
      /** Of them, products that meet every constraint. */
      qualified: number;
      weights: {
        price: number;
        speed: number;
        quality: number;
        trust: number;
      };
      /** ISO 4217. */
      currency: string;
      /** The constraints that every result meets. */
      understood: {
        /** What no constraint took: ranked by. */
        words: string;
        /** What no record can tell for sure: ranked by too. */
        wishes: (string)[];
        budget_minor: number | null;
        about_minor: number | null;
        min_minor: number | null;
        /** ISO 4217. */
        currency: string;
        must_have: (string)[];
        avoid: (string)[];
        seller: (string)[] | null;
        avoid_seller: (string)[];
        condition: ("new" | "refurbished" | "used")[];
        avoid_condition: ("new" | "refurbished" | "used")[];
        measures: (string)[];
        quantity: {
          /** As it was asked. */
          text: string;
          pieces: number;
          /** `packages` are counted whatever is in them. */
          of: "pieces" | "packages";
        } | null;
        /** Only what can be bought now, where the text says so. */
        in_stock?: true;
        deliver_by: string | null;
        /** What was read but cannot be applied, and why. */
        ignored: (string)[];
      };
      /** What was asked for and could not be weighed, and why. */
      not_known: (string)[];
    };
    DecideRequest: {
      /** The buyer’s goal in their words. */
      intent: string;
      /** References to choose among; absent: the service searches. */
      candidates?: (string)[];
      /** Added to those of the intent; where the two differ, these hold. */
      constraints?: {
        /** Most to pay delivered, minor units. */
        budget_minor?: number;
        /** What is not known to arrive by then does not qualify. */
        deliver_by?: string;
        /** Where it goes. Default the market’s region. */
        destination?: {
          /** Its region and the middle of its area are used. */
          postal_code?: string;
          /** ISO 3166-2, with or without its country: `US-CA`, `CA`. */
          region?: string;
          /** ISO 3166-1. Default the market’s. */
          country?: string;
        };
        /** Every one must be in the product’s record. */
        must_have?: (string)[];
        /** Not one may be in the product’s record. */
        avoid?: (string)[];
        /** Only these sellers. */
        seller?: (string)[];
      };
      /** What counts how much, in any scale; those left out count nothing. Default all alike. */
      weights?: {
        price?: number;
        speed?: number;
        quality?: number;
        trust?: number;
      };
      /** Any name; it is the key owner’s own, whatever others call theirs. */
      namespace?: string;
    };
    DecideReviewRequest: {
      /** `same`: one item; `different`: never in one variant. */
      verdict: "same" | "different";
      /** Of the review as it was shown; when a listing changed since, the answer is 409. */
      revision: string;
      note?: string;
    };
    DecideRunAnswer: {
      run: components['schemas']['Run'];
      decision: "accepted" | "rejected" | "retracted";
      decided_by: string;
      decided_at: string;
      /** Runs of its feed that wait behind it. */
      behind: number;
    };
    DecideRunRequest: {
      /** `accepted`: take a run that waits, or one that was passed by or retracted; `rejected`: turn a waiting one down; `retracted`: take a published one back. */
      decision: "accepted" | "rejected" | "retracted";
      reason?: string;
      /** With `accepted`: the runs of its feed that wait behind it, too. */
      all?: boolean;
    };
    Delivery: {
      id: string;
      /** Sent as `webhook-id`. */
      event_id: string;
      /** `held`: its watch is paused; `dead`: given up, until it is redelivered. */
      state: "pending" | "held" | "delivered" | "dead";
      next_attempt_at: string | null;
      ended_at: string | null;
      /** Oldest first. */
      attempts: (components['schemas']['DeliveryAttempt'])[];
    };
    DeliveryAttempt: {
      at: string;
      duration_ms: number;
      status: number | null;
      error: string | null;
      answer: string | null;
    };
    DeliveryOption: {
      /** As the seller calls it (`standard`, `express`), or `pickup`. */
      tier: string;
      cost_minor: number | null;
      window: {
        earliest: string;
        latest: string;
      } | null;
      /** Chance that the order arrives within the window; 0 without one. */
      confidence: number;
      carrier: string | null;
      ships_from?: {
        region: string | null;
        distance_km: number | null;
      } | null;
      /** Deliveries seen on lanes of this length. */
      seen?: number;
      /** The next one that the order makes. */
      cutoff?: string;
      cutoff_in_minutes?: number;
      if_missed?: {
        earliest: string;
        latest: string;
      };
      /** Of pickup: the store. */
      location?: string;
      /** Of pickup: how far the store is. */
      distance_km?: number;
      ready_in_minutes?: number | null;
    };
    EstimateDeliveryAnswer: {
      asked_at: string;
      product_id: string;
      match: components['schemas']['Match'];
      offer: {
        id: string;
        seller: string;
      } | null;
      /** ISO 4217. */
      currency: string;
      /** The default first: the cheapest. */
      options: (components['schemas']['DeliveryOption'])[];
      /** How near the destination is known: `metro` from a postal code. */
      granularity: "metro" | "region" | "country";
      region: string | null;
      metro: string | null;
      notes: (string)[];
    };
    EstimateDeliveryRequest: {
      /** GTIN, UPC, EAN, ISBN, ASIN, `<seller>:<sku>`, product link, GS1 Digital Link, product, variant or offer id, or plain language that fits one product clearly. */
      ref: string;
      destination: {
        /** Its region and the middle of its area are used. */
        postal_code?: string;
        /** ISO 3166-2, with or without its country: `US-CA`, `CA`. */
        region?: string;
        /** ISO 3166-1. Default the market’s. */
        country?: string;
      };
      /** When the order is placed, to test it against a cutoff. Default now. */
      order_at?: string;
      /** Every shipping tier and pickup rather than the default tier. */
      options?: boolean;
    };
    Event: {
      id: string;
      type: "price.changed" | "price.threshold_crossed" | "availability.changed" | "seller.changed" | "policy.violated" | "match.degraded";
      created_at: string;
      seller: string | null;
      product_id: string | null;
      variant_id: string | null;
      offer_id: string | null;
      /** `price_minor` and `currency` (price.changed), `price_minor` (price.threshold_crossed), `state` (availability.changed), `method` and `confidence` (match.degraded). */
      previous?: unknown;
      /** The same, as it is from then on. */
      current?: unknown;
      /** ISO 4217. */
      currency?: string;
      /** Of price.threshold_crossed. */
      watch_id?: string;
      threshold_minor?: number;
      /** `above`: of what corrects a crossing that was none. */
      direction?: "below" | "above";
      /** The event whose run was taken back: `previous` is what that one told, `current` what was true instead. */
      corrects?: string;
      /** Of price.threshold_crossed, where prices of later than `created_at` were looked at. */
      judged_at?: string;
      /** Of a watch on a drop in percent. */
      percent?: number;
      /** Of seller.changed. */
      change?: "added" | "removed";
      /** Of policy.violated. */
      policy?: "minimum_price" | "unauthorised_seller" | "reference_price_inflated";
      brand?: string | null;
      /** Of policy.violated: since when it stands. */
      since?: string;
      /** Of policy.violated: `publisher`, `minimum_minor`, `price_minor` and `currency` (minimum_price), `note` (unauthorised_seller), `list_price_minor`, `prior_minor`, `price_minor` and `currency` (reference_price_inflated). */
      detail?: unknown;
      [name: string]: unknown;
    };
    /** Waterfall of weights: how a pair of listings came to its probability. */
    Explanation: {
      /** What any candidate weighs before it is looked at. */
      prior_bits: number;
      /** The strongest evidence first. */
      steps: ({
        comparison: string;
        found: string;
        /** Doublings of the odds; negative speaks against the match. */
        bits: number;
      })[];
      /** `prior_bits` and all steps added up. */
      total_bits: number;
      /** What the pair says by itself: 2^total / (1 + 2^total). */
      probability_alone: number;
      /** Among its rivals, and calibrated. */
      probability: number;
      /** What a person reads first, a line each: what both state differently, the words that agree, those only one has, what known matches taught, in order of weight. */
      words: (string)[];
    };
    ExportDatasetsAnswer: {
      snapshot_id: string;
      as_of: string;
      published_at: string;
      formats: ("ndjson" | "parquet" | "arrow")[];
      datasets: (components['schemas']['Dataset'])[];
    };
    Facet: {
      /** price, brand, seller, in_stock, category, or the key of an attribute. */
      key: string;
      /** What people call it. */
      label: string;
      type: "ordinal" | "categorical" | "range";
      /** What the numbers are in. */
      unit?: string;
      /** Ordinal ones rise, of others the commonest comes first. */
      values?: ({
        v: string;
        /** Products with an offer that passes, of a variant that has it. */
        products: number;
        /** Of a bin: its bounds, inclusive, as filters take them. */
        min?: number;
        max?: number;
      })[];
      /** Of the cheapest offer that passes: the least, minor units. */
      min_minor?: number;
      /** The most, minor units. */
      max_minor?: number;
      /** The median, minor units. */
      p50_minor?: number;
    };
    FindNearbyAnswer: {
      product_id: string;
      match: components['schemas']['Match'];
      locations: (components['schemas']['Location'])[];
      notes: (string)[];
    };
    FindNearbyRequest: {
      /** GTIN, UPC, EAN, ISBN, ASIN, `<seller>:<sku>`, product link, GS1 Digital Link, product, variant or offer id, or plain language that fits one product clearly. */
      ref: string;
      /** A postal code, or lat and lng. */
      near: {
        postal_code?: string;
        /** Of the postal code, ISO 3166-1. Default the market’s. */
        country?: string;
        /** Degrees north. */
        lat?: number;
        /** Degrees east. */
        lng?: number;
      };
      radius_km?: number;
    };
    FindSubstitutesAnswer: {
      reference: {
        product_id: string;
        variant_id: string;
        title: string;
        match: components['schemas']['Match'];
        best: {
          seller: string;
          offer_id: string;
          /** Price, as the market’s locale writes it. */
          price: string;
          /** Price, minor units. */
          price_minor: number;
          /** ISO 4217. */
          currency: string;
        } | null;
        price: string | null;
        price_minor: number | null;
        /** ISO 4217. */
        currency: string;
      };
      /** Those that give up least first. */
      substitutes: ({
        product_id: string;
        /** The variant that gives up least. */
        variant_id: string;
        title: string;
        /** identical: one trade item; variant: the same thing in another size, pack, colour or condition; successor: another generation of one line; substitute: another thing for the same purpose. */
        relation: "identical" | "variant" | "substitute" | "successor" | "unrelated";
        /** Probability that the relation is right. */
        confidence: number;
        best: {
          seller: string;
          offer_id: string;
          /** Price, as the market’s locale writes it. */
          price: string;
          /** Price, minor units. */
          price_minor: number;
          /** ISO 4217. */
          currency: string;
        } | null;
        price_delta_minor: number | null;
        better: ({
          /** Attribute key, `price` or, where there is more or less in the pack, `unit_price`. */
          attribute: string;
          /** Of the reference. */
          a: string;
          /** Of the substitute. */
          b: string;
          /** Signed, with its unit; of numbers. */
          delta?: string;
        })[];
        worse: ({
          /** Attribute key, `price` or, where there is more or less in the pack, `unit_price`. */
          attribute: string;
          /** Of the reference. */
          a: string;
          /** Of the substitute. */
          b: string;
          /** Signed, with its unit; of numbers. */
          delta?: string;
        })[];
        /** Attribute keys. */
        same: (string)[];
        /** What differs and is a matter of taste: a colour. */
        other: ({
          /** Attribute key, `price` or, where there is more or less in the pack, `unit_price`. */
          attribute: string;
          /** Of the reference. */
          a: string;
          /** Of the substitute. */
          b: string;
          /** Signed, with its unit; of numbers. */
          delta?: string;
        })[];
        /** Attribute keys of the reference that it does not state. */
        unstated: (string)[];
      })[];
      /** Products that may stand in for it, before must_keep. */
      considered: number;
    };
    FindSubstitutesRequest: {
      /** GTIN, UPC, EAN, ISBN, ASIN, `<seller>:<sku>`, product link, GS1 Digital Link, product, variant or offer id, or plain language that fits one product clearly. */
      ref: string;
      /** Attributes that may not regress (a key of GET /v1/products/{id}/attributes, its name without the namespace, its label, `brand`, `condition`, or `price` for as much): what has a direction must be as good or better, the rest the same. What a substitute does not state is not kept. */
      must_keep?: (string)[];
      /** Most to pay delivered, minor units. */
      budget_minor?: number;
      /** Most substitutes. Default 20. */
      limit?: number;
    };
    GetAvailabilityAnswer: {
      product_id: string;
      match: components['schemas']['Match'];
      /** Variants whose offers are weighed against one another: they differ only in what does not bear on price. */
      pooled_variants: (string)[];
      condition: "new" | "refurbished" | "used";
      /** Of the best seller. */
      state: "in_stock" | "low_stock" | "preorder" | "backorder" | "out_of_stock" | "discontinued" | "unknown" | "gone";
      /** Sellers that take an order now. */
      in_stock_sellers: number;
      /** Those that take an order first, then by how seldom they are sold out. */
      sellers: ({
        seller: string;
        /** Of its best offer; `gone`: it stopped to carry them. */
        state: "in_stock" | "low_stock" | "preorder" | "backorder" | "out_of_stock" | "discontinued" | "unknown" | "gone";
        /** Since when it stands so, as far as it was seen. */
        since: string;
        quantity_band: string | null;
        /** Times that it was sold out in the window, the running one too. */
        stockouts: number;
        stockout_share: number | null;
        median_outage_days: number | null;
        last_seen: string;
      })[];
      /** Variants that nobody takes an order for now. */
      variants_out: ({
        variant_id: string;
        title: string;
        /** Where it stands on the axes of the product. */
        axes: ({
          /** `<namespace>.<name>` */
          key: string;
          /** A number is in `unit`. */
          value: string | number;
          unit: string | null;
        })[];
        state: "in_stock" | "low_stock" | "preorder" | "backorder" | "out_of_stock" | "discontinued" | "unknown" | "gone";
      })[];
      /** Length of the window. */
      days: number;
    };
    GetFeedAnswer: {
      protocol: "acp" | "openai" | "google" | "ucp" | "meta" | "schema_org";
      format: "jsonl" | "json" | "tsv" | "xml";
      snapshot_id: string;
      as_of: string;
      /** ISO 3166-1. */
      target_country: string;
      /** Variants, or listings of a seller, in the feed. */
      rows: number;
      products: number;
      /** Rows that the protocol would refuse. */
      left_out: number;
      reasons: ({
        /** As the protocol calls it. */
        field: string;
        /** not_sayable: the protocol has no word for the value. */
        reason: "missing" | "too_long" | "not_sayable";
        rows: number;
      })[];
      bytes: number;
      next_cursor: string | null;
    };
    GetForecastAnswer: {
      product_id: string;
      variant_id: string;
      offer_id: string;
      match: components['schemas']['Match'];
      seller: string;
      /** wait: waiting up to `horizon_days` for a fall of 3 % or more is expected to pay; no_signal: buy when it suits you. */
      advice: "buy_now" | "wait" | "no_signal";
      reason: "insufficient_history" | "flat_history" | "not_for_sale" | null;
      confidence: number | null;
      horizon_days: number;
      /** Price now, as the market’s locale writes it. */
      current: string;
      /** Price now, minor units. */
      current_minor: number;
      /** ISO 4217. */
      currency: string;
      expected: {
        /** The last day of the horizon. */
        date: string;
        /** The middle of what is expected, as the market’s locale writes it. */
        price: string;
        /** The same, minor units. */
        price_minor: number;
        interval: {
          /** Share of outcomes that it is meant to hold. */
          level: number;
          /** Its lower bound, as the market’s locale writes it. */
          low: string;
          /** The same, minor units. */
          low_minor: number;
          /** Its upper bound, as the market’s locale writes it. */
          high: string;
          /** The same, minor units. */
          high_minor: number;
        };
      } | null;
      /** Every week of the horizon, and its last day. */
      points: ({
        date: string;
        /** Lower bound of the interval, minor units. */
        p10_minor: number;
        /** The middle, minor units. */
        p50_minor: number;
        /** Upper bound of the interval, minor units. */
        p90_minor: number;
      })[];
      next_discount: {
        /** peers: nothing is advised, so by what became of others: of prices that had stood as long where this one never moved, else of other prices of this seller, of its category and brand as far as these tell. */
        judged_by: "own_history" | "peers";
        /** That the price falls by 3 % or more within the horizon. */
        probability: number;
        within_days: number;
        typical_depth_pct: number | null;
        /** What waiting saves in the mean, percent of the price; falls and rises together. */
        expected_saving_pct: number;
        /** That waiting ends dearer. */
        dearer_probability: number;
      } | null;
      /** What it rests on, in plain words. */
      basis: (string)[];
      backtest: {
        mase: number | null;
        /** Share of the windows in which the price lay in the interval. */
        coverage: number;
        windows: number;
      } | null;
      /** Days of the window in which the price was seen and could be paid. */
      covered_days: number;
      /** The day on which the horizon begins. */
      as_of: string;
    };
    GetHistoryAnswer: {
      product_id: string;
      match: components['schemas']['Match'];
      observations: (components['schemas']['Observation'])[];
      /** Days of the window in which at least one of these offers was seen and could be bought. */
      covered_days: number;
      next_cursor: string | null;
    };
    GetOfferReturnsAnswer: {
      offer_id: string;
      seller: string;
      match: components['schemas']['Match'];
      returnable: boolean | null;
      window_days: number | null;
      window_note: string | null;
      return_shipping: "buyer_pays" | "free" | "in_store_only" | null;
      return_fee_minor: number | null;
      currency: string | null;
      exchange_only: boolean | null;
      restocking_fee_pct: number | null;
      /** Empty: whatever is returned. */
      restocking_applies_to: (string)[];
      warranty: {
        months: number | null;
        honoured_by: string | null;
      } | null;
      source: components['schemas']['Source'];
    };
    GetOfferRiskAnswer: {
      offer_id: string;
      seller: string;
      product_id: string;
      match: components['schemas']['Match'];
      /** `high`: an observation of high severity, or three of medium; `elevated`: one of medium; `low`: others. */
      risk: "none" | "low" | "elevated" | "high";
      /** Gravest first. */
      flags: ({
        /** `gtin_conflict`: its GTIN is also stated for something visibly different. `price_implausible`: at most 0.6 of the median of what other sellers ask now and it asked before itself, three robust deviations below it, and a sixth below what the seller’s usual sales leave; high from 0.4 on. `identity_changed`: in the last 90 days its sku named another article, or its match lost probability. `match_doubtful`: its match is below the trust threshold, or its title contradicts the other sellers’. `reference_price_inflated`: its list price is above the lowest price that this seller asked in the 30 days before the reduction (Directive 98/6/EC, article 6a). `region_variant`: its title names another region than the market, or its price is in another currency. `stock_flapping`: six times or more in or out of stock in 30 days. `restricted_code`: the seller’s code is of a range for use in shops. `seller_new_to_listing`: listed for less than 30 days, while others had the product 30 days before. `unauthorised_seller`: the brand publishes who may sell it, and not this seller. */
        code: "gtin_conflict" | "price_implausible" | "identity_changed" | "unauthorised_seller" | "match_doubtful" | "reference_price_inflated" | "region_variant" | "stock_flapping" | "restricted_code" | "seller_new_to_listing";
        severity: "high" | "medium" | "low";
        /** What was observed, with its figures. It asserts no intent. */
        detail: string;
      })[];
      /** What to look at before an order, in plain words. */
      recommendation: string;
    };
    GetPriceContextAnswer: {
      product_id: string;
      variant_id: string;
      offer_id: string;
      match: components['schemas']['Match'];
      /** By the percentile of the price in its seller’s own past: up to 10 excellent, up to 25 good, up to 75 typical, above poor, unless `market.verdict` of the configuration sets others; flat where it never moved. */
      verdict: "excellent" | "good" | "typical" | "poor" | "flat";
      /** The highest percentile of each verdict; above them all is poor. */
      thresholds: {
        excellent: number;
        good: number;
        typical: number;
      };
      seller: string;
      /** The seller whose own history the price is compared with; sellers are never pooled. */
      compared_against: string;
      /** Share of the time covered at a lower price, half of the time at this one included; low is cheap. */
      percentile: number;
      /** Days of the window in which the price was seen and could be paid. */
      covered_days: number;
      /** Length of the window. */
      days: number;
      /** Price now, as the market’s locale writes it. */
      current: string;
      /** Price now, minor units. */
      current_minor: number;
      /** Lowest price, as the market’s locale writes it. */
      low: string;
      /** Lowest price, minor units. */
      low_minor: number;
      /** Price at half of the time, as the market’s locale writes it. */
      median: string;
      /** Price at half of the time, minor units. */
      median_minor: number;
      /** Highest price, as the market’s locale writes it. */
      high: string;
      /** Highest price, minor units. */
      high_minor: number;
      /** ISO 4217. */
      currency: string;
      last_seen_lower: string | null;
    };
    GetProductAnswer: {
      product_id: string;
      gtin: string | null;
      brand: string | null;
      title: string;
      category: string | null;
      /** Attribute key, `<namespace>.<name>`, to value. */
      attributes: Record<string, string>;
      /** Count of variants. */
      variants: number;
      /** Count of sellers carrying it now. */
      sellers: number;
      /** In the order of their values on the axes. */
      variant_list: ({
        variant_id: string;
        gtin: string | null;
        title: string;
        /** Attribute key, `<namespace>.<name>`, to value. */
        attributes: Record<string, string>;
        /** Where it stands on the axes of the product. */
        axes: ({
          /** `<namespace>.<name>` */
          key: string;
          /** A number is in `unit`. */
          value: string | number;
          unit: string | null;
        })[];
      })[];
      /** What the variants differ in. */
      axes: (components['schemas']['Axis'])[];
      /** Offers that are weighed against one another, and the best of each; of one condition, new first. */
      pools: (components['schemas']['Pool'])[];
      /** Why its variants are one product: what each seller states, and what titles say. */
      grouping: (components['schemas']['Grouping'])[];
      thumb: string | null;
      match: components['schemas']['Match'];
    };
    GetProductMediaAnswer: {
      product_id: string;
      match: components['schemas']['Match'];
      media: (components['schemas']['MediaItem'])[];
      /** Items of the product, or of the variant asked for, by role. */
      counts: {
        total: number;
        primary: number;
        gallery: number;
        detail: number;
        lifestyle: number;
        size_chart: number;
        video: number;
      };
    };
    GetProductReviewsAnswer: {
      product_id: string;
      match: components['schemas']['Match'];
      aggregate: {
        score: number | null;
        mean: number | null;
        /** Distinct reviews: one that several sellers publish counts once. */
        count: number;
        /** Of them, those that several sellers publish. */
        shared: number;
        /** Sellers that publish any of them. */
        sellers: number;
        /** Reviews whose rating is not on its own scale. */
        left_out: number;
      };
      /** Most mentioned first. */
      by_attribute: ({
        /** `<namespace>.<name>`, for example `headphones.battery`. */
        attribute: string;
        /** How well English reviews speak of it, shrunk towards 0 by the weight of two mentions. */
        sentiment: number;
        /** Reviews that say how it is, of the newest 2,000; each counts once. */
        mentions: number;
        note?: string;
      })[];
      divergence: {
        note: string | null;
        sellers: ({
          seller: string;
          /** Reviews that it alone publishes. */
          count: number;
          mean: number;
          /** Reviews that only others publish. */
          rest_count: number;
          rest_mean: number;
        })[];
      };
    };
    GetReviewAnswer: {
      /** `rev_…`, for ever the same for these two listings. */
      id: string;
      probability: number | null;
      reason: "below_threshold" | "different_gtins" | "seller_has_both" | "stated_differently" | "others_do_not_hold" | null;
      left: components['schemas']['ReviewedListing'];
      right: components['schemas']['ReviewedListing'];
      /** Whether both are in one variant in this snapshot. */
      joined: boolean;
      /** Names what both listings say of themselves; a decision sends it back. */
      revision: string;
      decision: {
        verdict: "same" | "different";
        decided_by: string;
        decided_at: string;
        note: string | null;
        /** False when a listing changed since, which voids the decision. */
        holds: boolean;
      } | null;
      rival: components['schemas']['NamedListing'] | null;
      in_the_way: components['schemas']['NamedListing'] | null;
      /** Every decision about the pair, oldest first. */
      log: (components['schemas']['MatchDecision'])[];
      explanation: components['schemas']['Explanation'] | null;
    };
    GetSellerTrustAnswer: {
      seller: string;
      kind: "retailer" | "brand_storefront" | "marketplace_seller";
      first_seen: string | null;
      signals: {
        /** Listings that it carries now. */
        listings_tracked: number;
        price_volatility_percentile: number | null;
        delist_rate_90d: number | null;
        stock_accuracy: number | null;
        /** Whether its feeds came when they were due and as usual, in 90 days. */
        feed_health: {
          /** Observations that were taken. */
          read: number;
          /** Observations due in silences of more than three intervals. */
          missed: number;
          /** Failures to read a feed, each with all its tries. */
          failed: number;
          /** Observations that strayed from their feed and were held, whatever a person said then. */
          held: number;
          share: number | null;
        };
      };
      /** Brands that it carries, unauthorised and authorised ones first, then those with most listings; a hundred at most. */
      brand_authorisation: ({
        brand: string;
        /** By the brand’s published list; `unknown` where it publishes none. */
        status: "unauthorised" | "authorised" | "unknown";
        note: string | null;
      })[];
      /** Gravest first. */
      flags: ({
        /** `unauthorised_brand`: it carries a brand whose published list does not authorise it: names others alone, or revokes or ends what it had. `below_minimum_price`: offers below the least price that a brand publishes. `reference_prices_inflated`: a twentieth or more of 20 listings or more name a list price that it did not ask before, medium from a quarter on; where the policy is configured. `stock_inaccurate`: a stock accuracy under .95, medium under .9. `feed_unreliable`: under .9 of the observations due were taken, medium under .7, of five or more. `delists_often`: a quarter or more of 20 listings or more delisted in 90 days, medium from a half on. `new_seller`: known for less than 30 days, in an index that is 30 days older. `prices_volatile`: a percentile of 95 or more, among ten sellers or more, of 20 listings or more. */
        code: "unauthorised_brand" | "below_minimum_price" | "reference_prices_inflated" | "stock_inaccurate" | "feed_unreliable" | "delists_often" | "new_seller" | "prices_volatile";
        severity: "high" | "medium" | "low";
        /** What was observed, with its figures. It asserts no intent. */
        detail: string;
      })[];
    };
    Grouping: {
      /** `item_group`: a seller lists them as variants of one item; `title`: brand and title say the same but for colour, size, memory and capacity. */
      by: "item_group" | "title";
      seller: string | null;
      item_group_id: string | null;
      variant_ids: (string)[];
    };
    ListCategoriesAnswer: {
      categories: (components['schemas']['Category'])[];
      next_cursor: string | null;
    };
    ListDeliveriesAnswer: {
      deliveries: (components['schemas']['Delivery'])[];
      next_cursor: string | null;
    };
    ListEventsAnswer: {
      events: (components['schemas']['Event'])[];
      next_cursor: string;
      has_more: boolean;
    };
    ListFacetsAnswer: {
      category: string | null;
      /** Products that pass. */
      products: number;
      /** ISO 4217. */
      currency: string;
      facets: (components['schemas']['Facet'])[];
    };
    ListMemoryAnswer: {
      items: (components['schemas']['Memory'])[];
      next_cursor: string | null;
    };
    ListOffersAnswer: {
      product_id: string;
      match: components['schemas']['Match'];
      offers: (components['schemas']['Offer'])[];
      next_cursor: string | null;
    };
    ListProductAttributesAnswer: {
      product_id: string;
      category: string | null;
      attributes: (components['schemas']['Attribute'])[];
      /** Keys that vary between variants: those that GET /v1/products/{id} places them on. */
      axes: (string)[];
      match: components['schemas']['Match'];
    };
    ListReviewsAnswer: {
      reviews: (components['schemas']['Review'])[];
      next_cursor: string | null;
    };
    ListRunRejectsAnswer: {
      total: number;
      rejects: (components['schemas']['Reject'])[];
      next_cursor: string | null;
    };
    ListRunsAnswer: {
      runs: (components['schemas']['Run'])[];
      next_cursor: string | null;
    };
    ListSellersAnswer: {
      sellers: (components['schemas']['Seller'])[];
    };
    ListWatchesAnswer: {
      watches: (components['schemas']['Watch'])[];
      next_cursor: string | null;
    };
    Location: {
      seller: string;
      /** Of the store. */
      name: string;
      offer_id: string;
      variant_id: string;
      /** Great circle. */
      distance_km: number;
      state: "in_stock" | "low_stock" | "out_of_stock" | "unknown";
      quantity_band: string | null;
      ready_in_minutes: number | null;
      /** The price in the store, else online, as the market’s locale writes it. */
      price: string;
      /** The same, minor units. */
      price_minor: number;
      /** ISO 4217. */
      currency: string;
    };
    /** How the reference was resolved, and the probability that it is right. */
    Match: {
      method: "gtin_exact" | "brand_mpn" | "title_fuzzy" | "reference" | "none";
      confidence: number;
    };
    MatchAnswer: {
      matched: ({
        id: string;
        product_id: string;
        method: "gtin_exact" | "brand_mpn" | "title_fuzzy" | "reference" | "none";
        confidence: number;
        /** Present when the confidence is below the trust threshold, the row’s GTIN does not go with what else it says, or it states something (a number, a size, a colour …) otherwise than the product. */
        review?: true;
        /** What the row states otherwise than the product. */
        detail?: string;
      })[];
      unmatched: ({
        id: string;
        reason: "gtin_checksum" | "gtin_malformed" | "gtin_restricted" | "gtin_unknown" | "brand_mpn_unknown" | "title_unsure" | "title_unknown" | "no_match_model" | "nothing_to_match";
        detail?: string;
        /** What may be meant, but is not sure enough, or is another package of it. */
        candidate?: {
          product_id: string;
          basis: "packaging_level" | "brand_mpn" | "title_fuzzy";
          confidence?: number;
        };
      })[];
      /** Of a CSV: columns that nothing is matched by, at most 20. */
      ignored_columns?: (string)[];
    };
    MatchDecision: {
      verdict: "same" | "different";
      decided_by: string;
      decided_at: string;
      note: string | null;
    };
    MatchRequest: {
      /** At most 10000 rows; more are `too_many_rows`. */
      rows: ({
        /** Yours; echoed back. */
        id: string;
        /** GTIN, UPC, EAN or ISBN. */
        gtin?: string | null;
        /** Together with mpn. */
        brand?: string | null;
        /** The manufacturer’s part number, together with brand. */
        mpn?: string | null;
        /** Matched where no code is; brand and mpn beside it help. */
        title?: string | null;
      })[];
    };
    MediaItem: {
      /** `med_…`, for ever the same picture. */
      media_id: string;
      /** Told from the picture itself and its place, never taken from a seller. */
      role: "primary" | "gallery" | "detail" | "lifestyle" | "size_chart" | "video";
      /** The largest rendition, or the video, at the service’s own address. */
      url: string;
      renditions: {
        /** WebP, 200 pixels wide, or as wide as the original where that is less. */
        thumb?: string;
        /** WebP, 400 pixels wide, or as wide as the original where that is less. */
        card?: string;
        /** WebP, 800 pixels wide, or as wide as the original where that is less. */
        detail?: string;
        /** WebP, 1600 pixels wide, or as wide as the original where that is less. */
        full?: string;
      };
      rendition_widths: {
        thumb?: number;
        card?: number;
        detail?: number;
        full?: number;
      };
      /** True pixels of the best original, upright. */
      width: number;
      /** The same. */
      height: number;
      /** The variants that it shows. */
      variant_ids: (string)[];
      alt: string;
      /** Who lists it. */
      sellers: (string)[];
      inherited_from: string | null;
    };
    Memory: {
      id: string;
      text: string;
      constraints: {
        /** Most to pay delivered, minor units. */
        budget_minor?: number;
        /** Every one must be in the product’s record. */
        must_have?: (string)[];
        /** Not one may be in the product’s record. */
        avoid?: (string)[];
        /** Only these sellers. */
        seller?: (string)[];
      } | null;
      metadata: Record<string, unknown> | null;
      created_at: string;
      namespace: string;
      expires_at: string | null;
    };
    NamedListing: {
      offer_id: string;
      seller: string;
      sku: string;
      title: string;
      price_minor: number;
      /** ISO 4217. */
      currency: string;
      image_url: string | null;
    };
    Observation: {
      seller: string;
      offer_id: string;
      variant_id: string;
      /** Price, minor units. */
      price_minor: number;
      /** Price, as the market’s locale writes it. */
      price: string;
      landed_minor: number | null;
      /** ISO 4217. */
      currency: string;
      availability: "in_stock" | "low_stock" | "preorder" | "backorder" | "out_of_stock" | "discontinued" | "unknown" | "gone";
      from: string;
      to: string | null;
      /** How long it stood inside the window, so far. */
      days: number;
    };
    Offer: {
      /** `off_…` */
      id: string;
      seller: string;
      /** retailer, brand_storefront or marketplace_seller */
      seller_kind: string;
      /** The seller’s own. */
      sku: string;
      variant_id: string;
      /** The seller’s own. */
      title: string;
      /** Price, as the market’s locale writes it. */
      price: string;
      /** Price, minor units. */
      price_minor: number;
      list_price_minor: number | null;
      landed: string | null;
      landed_minor: number | null;
      /** ISO 4217. */
      currency: string;
      /** False in another currency than the market’s: such an offer is listed last and never compared. */
      comparable: boolean;
      condition: "new" | "refurbished" | "used";
      availability: "in_stock" | "low_stock" | "preorder" | "backorder" | "out_of_stock" | "discontinued" | "unknown" | "gone";
      /** An order is taken now. */
      purchasable: boolean;
      delivers_by: string | null;
      url: string | null;
      thumb: string | null;
      observed_at: string;
      match: components['schemas']['Match'];
      /** Its GTIN is also claimed by something visibly different. */
      gtin_conflict: boolean;
      source: components['schemas']['Source'];
      /** For each field that the seller stated: where it came from, how sure it is, and when it was seen. */
      provenance: Record<string, {
        channel: "direct_api" | "verified_agent" | "listing_view";
        /** Falls with the age of the data and with doubt about the match. */
        confidence: number;
        observed_at: string;
      }>;
    };
    Placement: {
      offer_id: string;
      seller: string;
      sku: string;
      method: "gtin_exact" | "brand_mpn" | "title_fuzzy" | "reference" | "none";
      confidence: number;
      against: string | null;
      waterfall: components['schemas']['Explanation'] | null;
    };
    Pool: {
      /** The variant that stands for the pool. */
      variant_id: string;
      /** Variants whose offers are weighed against one another: they differ only in what does not bear on price. */
      pooled_variants: (string)[];
      condition: "new" | "refurbished" | "used";
      /** Where it stands on the axes of the product. */
      axes: ({
        /** `<namespace>.<name>` */
        key: string;
        /** A number is in `unit`. */
        value: string | number;
        unit: string | null;
      })[];
      best: {
        seller: string;
        offer_id: string;
        /** Price, as the market’s locale writes it. */
        price: string;
        /** Price, minor units. */
        price_minor: number;
        /** ISO 4217. */
        currency: string;
      } | null;
      /** Live offers. */
      offers: number;
      sellers: number;
      spread: string | null;
      spread_minor: number | null;
    };
    ProductResult: {
      product_id: string;
      /** The variant that the query names, else the one that stands for the pool; title and GTIN are its own. */
      variant_id: string;
      /** Variants whose offers are weighed against one another: they differ only in what does not bear on price. */
      pooled_variants: (string)[];
      condition: "new" | "refurbished" | "used";
      title: string;
      gtin: string | null;
      brand: string | null;
      category: string | null;
      best: {
        seller: string;
        offer_id: string;
        /** Price, as the market’s locale writes it. */
        price: string;
        /** Price, minor units. */
        price_minor: number;
        /** ISO 4217. */
        currency: string;
      } | null;
      /** Live offers of the pool that pass the filters. */
      offers: number;
      spread: string | null;
      spread_minor: number | null;
      /** ISO 4217. */
      currency: string;
      verdict: "excellent" | "good" | "typical" | "poor" | "flat" | null;
      thumb: string | null;
      /** What was read of q and is not in its record, where anything is not. */
      relaxed?: (string)[];
      /** True for what has too little of the words and follows because it is like the best that were found. */
      alike?: boolean;
    };
    QueryMemoryAnswer: {
      results: (components['schemas']['RecalledMemory'])[];
      note?: string;
    };
    QueryMemoryRequest: {
      /** Any name; it is the key owner’s own, whatever others call theirs. */
      namespace: string;
      /** What is to be remembered, in plain language. */
      query: string;
      /** Most facts. Default 20. */
      limit?: number;
      /** Leaves out what scores less. Default 0. */
      min_score?: number;
    };
    RecalledMemory: {
      id: string;
      text: string;
      constraints: {
        /** Most to pay delivered, minor units. */
        budget_minor?: number;
        /** Every one must be in the product’s record. */
        must_have?: (string)[];
        /** Not one may be in the product’s record. */
        avoid?: (string)[];
        /** Only these sellers. */
        seller?: (string)[];
      } | null;
      metadata: Record<string, unknown> | null;
      created_at: string;
      /** By words and meaning; 1 is the same text. */
      score: number;
    };
    RedeliverAnswer: {
      redelivered: number;
    };
    RedeliverRequest: {
      /** Only this one; default all dead letters. */
      delivery_id?: string;
    };
    Reject: {
      /** `note`: the row was kept without the value. */
      severity: "reject" | "note";
      file: string | null;
      line: number | null;
      field: string | null;
      code: string;
      value: string | null;
      detail: string | null;
    };
    RelateReferencesAnswer: {
      /** identical: one trade item; variant: the same thing in another size, pack, colour or condition; successor: another generation of one line; substitute: another thing for the same purpose. */
      relation: "identical" | "variant" | "substitute" | "successor" | "unrelated";
      /** Probability that the relation is right. */
      confidence: number;
      /** What the relation was told by. */
      basis: "reference" | "gtin_exact" | "brand_mpn" | "title_fuzzy" | "same_product" | "condition" | "same_line" | "model_lineage" | "same_kind" | "other_kind" | "other_scale" | "fits_other" | "accessory" | "works_with";
      /** Empty for identical. */
      differences: ({
        /** Attribute key, `brand`, `category`, or what titles state differently. */
        attribute: string;
        a: string | null;
        b: string | null;
        note?: string;
      })[];
      /** Of a successor: which is the newer one. */
      direction?: "a_supersedes_b" | "b_supersedes_a";
      /** What a buyer makes of it. */
      guidance?: string;
      strictness: "exact" | "practical" | "loose";
      a: {
        product_id: string;
        /** The variant named, else the one that stands for the product. */
        variant_id: string;
        title: string;
        match: components['schemas']['Match'];
      };
      b: {
        product_id: string;
        /** The variant named, else the one that stands for the product. */
        variant_id: string;
        title: string;
        match: components['schemas']['Match'];
      };
    };
    RelateReferencesRequest: {
      /** GTIN, UPC, EAN, ISBN, ASIN, `<seller>:<sku>`, product link, GS1 Digital Link, product, variant or offer id, or plain language that fits one product clearly. */
      a: string;
      /** GTIN, UPC, EAN, ISBN, ASIN, `<seller>:<sku>`, product link, GS1 Digital Link, product, variant or offer id, or plain language that fits one product clearly. */
      b: string;
      /** exact: the same trade item down to the pack; practical: other sizes, packs, colours and conditions of it are variants; loose: comparable things of one kind are substitutes. Default practical. */
      strictness?: "exact" | "practical" | "loose";
    };
    ResolveAnswer: {
      product_id: string;
      variant_id: string | null;
      gtin: string | null;
      brand: string | null;
      title: string;
      match: components['schemas']['Match'];
      /** Live listings of the variant named, else of the product; cheapest first. */
      listings: ({
        seller: string;
        sku: string;
        /** Minor units. */
        price: number;
        /** ISO 4217. */
        currency: string;
        offer_id: string;
        variant_id: string;
      })[];
      /** With `explain`: of the listings, at most 100, how each came to its variant. */
      explanation?: (components['schemas']['Placement'])[];
    };
    ResolveRequest: {
      /** GTIN, UPC, EAN, ISBN, ASIN, `<seller>:<sku>`, product link, GS1 Digital Link, product, variant or offer id, or plain language that fits one product clearly. */
      ref: string;
      /** Restricts the sources searched. Default every seller. */
      sellers?: (string)[];
      /** Adds how each listing came to its variant. Default false. */
      explain?: boolean;
    };
    Review: {
      /** `rev_…`, for ever the same for these two listings. */
      id: string;
      probability: number | null;
      reason: "below_threshold" | "different_gtins" | "seller_has_both" | "stated_differently" | "others_do_not_hold" | null;
      left: components['schemas']['ReviewedListing'];
      right: components['schemas']['ReviewedListing'];
      /** Whether both are in one variant in this snapshot. */
      joined: boolean;
      /** Names what both listings say of themselves; a decision sends it back. */
      revision: string;
      decision: {
        verdict: "same" | "different";
        decided_by: string;
        decided_at: string;
        note: string | null;
        /** False when a listing changed since, which voids the decision. */
        holds: boolean;
      } | null;
    };
    ReviewedListing: {
      offer_id: string;
      variant_id: string;
      product_id: string;
      seller: string;
      sku: string;
      title: string;
      brand: string | null;
      gtin: string | null;
      mpn: string | null;
      category: string | null;
      attributes: Record<string, string>;
      price_minor: number;
      /** ISO 4217. */
      currency: string;
      condition: "new" | "refurbished" | "used";
      availability: "in_stock" | "low_stock" | "preorder" | "backorder" | "out_of_stock" | "discontinued" | "unknown" | "gone";
      url: string | null;
      image_url: string | null;
      last_seen: string;
      match: components['schemas']['Match'];
    };
    RotateWatchSecretAnswer: {
      id: string;
      target: {
        product_id?: string;
        seller?: string;
        brand?: string;
        category?: string;
      };
      condition: {
        /** Judged product by product, by the lowest landed price among purchasable offers, and by the stock of all offers together. */
        type: "price_below" | "price_drop_percent" | "price_changed" | "back_in_stock" | "out_of_stock" | "new_seller" | "seller_left" | "policy_violated" | "match_degraded";
        /** Of price_below: the price to fall below, minor units. */
        value_minor?: number;
        /** Of price_drop_percent: counted from the lowest landed price at creation, then from the last one told. */
        percent?: number;
      };
      callback_url: string;
      status: "active" | "paused" | "disabled" | "expired";
      disabled_reason: string | null;
      created_at: string;
      expires_at: string | null;
      /** Signs what the callback receives (Standard Webhooks); shown only now. */
      secret: string;
      previous_secret_until: string;
    };
    Run: {
      run_id: string;
      seller: string;
      feed: string;
      as_of: string;
      /** `waiting` for its first publication, `held` for a person, `late` for a backfill, `passed` by a later run while held. */
      state: "waiting" | "held" | "late" | "accepted" | "failed" | "rejected" | "passed" | "retracted";
      reason: string | null;
      symptoms: (components['schemas']['Symptom'])[];
      measures: Record<string, number> | null;
      decided_by: string | null;
      decided_at: string | null;
      rows_read: number | null;
      accepted: number | null;
      rejected: number | null;
      rejected_by: Record<string, number>;
      notes_by: Record<string, number>;
      source: string | null;
      tries: number;
      seconds: number;
    };
    SearchAnswer: {
      results: (components['schemas']['ProductResult'])[];
      /** Products found, on all pages. */
      total: number;
      /** Products that follow these in the same walk and have less of what was asked: fewer of the words, or not all of what must be there; where these are fewer than a hundred, also others like the best of them (`alike`), up to a hundred in all by words and likeness together. None under a sort. */
      total_more: number;
      understood: {
        /** What no constraint took: ranked by. */
        words: string;
        /** What no record can tell for sure: ranked by too. */
        wishes: (string)[];
        budget_minor: number | null;
        about_minor: number | null;
        min_minor: number | null;
        /** ISO 4217. */
        currency: string;
        must_have: (string)[];
        avoid: (string)[];
        seller: (string)[] | null;
        avoid_seller: (string)[];
        condition: ("new" | "refurbished" | "used")[];
        avoid_condition: ("new" | "refurbished" | "used")[];
        measures: (string)[];
        quantity: {
          /** As it was asked. */
          text: string;
          pieces: number;
          /** `packages` are counted whatever is in them. */
          of: "pieces" | "packages";
        } | null;
        /** Only what can be bought now, where the text says so. */
        in_stock?: true;
        deliver_by: string | null;
        /** What was read but cannot be applied, and why. */
        ignored: (string)[];
      } | null;
      match: components['schemas']['Match'] | null;
      note: string | null;
      /** Words of the query that nothing in the index resembles. */
      unknown_words: (string)[];
      /** Words of the query that nothing in the index is written as, and what was taken for them: words near to them, which count less, or the two that a solid word stands for. */
      read_as: ({
        word: string;
        /** Words of the index, the likeliest first, three at most; or two words as one text. */
        as: (string)[];
      })[];
      facets: (components['schemas']['Facet'])[] | null;
      next_cursor: string | null;
    };
    SearchByIntentAnswer: {
      results: ({
        product_id: string;
        /** The variant that meets the constraints and is sold best. */
        variant_id: string;
        /** Variants whose offers are weighed against one another: they differ only in what does not bear on price. */
        pooled_variants: (string)[];
        condition: "new" | "refurbished" | "used";
        title: string;
        best: {
          seller: string;
          offer_id: string;
          /** Price, as the market’s locale writes it. */
          price: string;
          /** Price, minor units. */
          price_minor: number;
          /** ISO 4217. */
          currency: string;
        } | null;
        /** Comparable within this answer. */
        score: number;
        /** Facts of the product’s record that answer the intent. */
        why?: string;
        verdict: "excellent" | "good" | "typical" | "poor" | "flat" | null;
        thumb: string | null;
      })[];
      /** The constraints that every result meets. */
      understood: {
        /** What no constraint took: ranked by. */
        words: string;
        /** What no record can tell for sure: ranked by too. */
        wishes: (string)[];
        budget_minor: number | null;
        about_minor: number | null;
        min_minor: number | null;
        /** ISO 4217. */
        currency: string;
        must_have: (string)[];
        avoid: (string)[];
        seller: (string)[] | null;
        avoid_seller: (string)[];
        condition: ("new" | "refurbished" | "used")[];
        avoid_condition: ("new" | "refurbished" | "used")[];
        measures: (string)[];
        quantity: {
          /** As it was asked. */
          text: string;
          pieces: number;
          /** `packages` are counted whatever is in them. */
          of: "pieces" | "packages";
        } | null;
        /** Only what can be bought now, where the text says so. */
        in_stock?: true;
        deliver_by: string | null;
        /** What was read but cannot be applied, and why. */
        ignored: (string)[];
      };
      note: string | null;
    };
    SearchByIntentRequest: {
      /** What the shopper wants, in their words. */
      intent: string;
      /** Added to those of the intent; where the two differ, these hold. */
      constraints?: {
        /** Most to pay delivered, minor units. */
        budget_minor?: number;
        /** Every one must be in the product’s record. */
        must_have?: (string)[];
        /** Not one may be in the product’s record. */
        avoid?: (string)[];
        /** Where it goes; what does not go there is left out. Default the market’s own. */
        destination?: {
          /** Its region and the middle of its area are used. */
          postal_code?: string;
          /** ISO 3166-2, with or without its country: `US-CA`, `CA`. */
          region?: string;
          /** ISO 3166-1. Default the market’s. */
          country?: string;
        };
        /** Only these sellers. */
        seller?: (string)[];
      };
      /** Per-result rationale. Default true. */
      explain?: boolean;
      /** Most results. Default 20. */
      limit?: number;
    };
    Seller: {
      id: string;
      name: string;
      kind: "retailer" | "brand_storefront" | "marketplace_seller";
      access: "direct_api" | "merchant_feed";
      /** Products indexed. */
      products: number;
      /** `gtin` where at least half of its listings have a valid GTIN. */
      identity: "gtin" | "brand+title";
      median_age_minutes: number | null;
    };
    Source: {
      channel: "direct_api" | "verified_agent" | "listing_view";
      /** Falls with the age of the data and with doubt about the match. */
      confidence: number;
    };
    StoreMemoryRequest: {
      /** Any name; it is the key owner’s own, whatever others call theirs. */
      namespace: string;
      /** The fact, in plain language. */
      text: string;
      /** Held automatically where a decision is asked for with this namespace. */
      constraints?: {
        /** Most to pay delivered, minor units. */
        budget_minor?: number;
        /** Every one must be in the product’s record. */
        must_have?: (string)[];
        /** Not one may be in the product’s record. */
        avoid?: (string)[];
        /** Only these sellers. */
        seller?: (string)[];
      };
      /** Kept and given back as it is; at most 16 KiB as JSON. */
      metadata?: Record<string, unknown>;
      /** From then on it counts as not there. */
      expires_at?: string;
    };
    SuggestAnswer: {
      suggestions: (components['schemas']['Suggestion'])[];
    };
    Suggestion: {
      /** What to show, and to search by: a title, brand, label of a category, or phrase. */
      text: string;
      kind: "product" | "brand" | "category" | "query";
      product_id: string | null;
      category: string | null;
      /** Of a category, those it holds; of a product 1; of a brand or phrase about how many have it in the title or brand that names them, which a search may exceed. */
      products: number;
    };
    Symptom: {
      /** What strays: `far` prices, `gtin`, `vanished`, `as_of` … */
      measure: string;
      /** `hold`: the run waits for a person. */
      grade: "hold" | "warning";
      /** The figure and what is usual, as a sentence. */
      message: string;
      value: number | null;
      usual: number | null;
      limit: number | null;
      /** Up to three of the worst listings. */
      examples: (string)[];
    };
    TotalCostAnswer: {
      product_id: string;
      variant_id: string;
      match: components['schemas']['Match'];
      horizon_months: number;
      /** The usage that was counted with, by name. */
      usage: Record<string, number>;
      /** ISO 4217. */
      currency: string;
      best: {
        seller: string;
        offer_id: string;
        /** Price, as the market’s locale writes it. */
        price: string;
        /** Price, minor units. */
        price_minor: number;
        /** ISO 4217. */
        currency: string;
      } | null;
      purchase_minor: number | null;
      consumables: ({
        product_id: string;
        variant_id: string;
        title: string;
        seller: string;
        offer_id: string;
        slot: string | null;
        /** Uses that one unit lasts, in `yield_unit`. */
        yield: number;
        yield_unit: string;
        /** One unit delivered; its price where delivery is unknown, minor units. */
        unit_minor: number;
        /** Whole units. */
        units_over_horizon: number;
        /** All of them, minor units. */
        subtotal_minor: number;
      })[];
      subscriptions: ({
        name: string;
        /** A month, minor units. */
        unit_minor: number;
        /** Months that it is paid within the horizon. */
        months: number;
        /** All of them, minor units. */
        subtotal_minor: number;
      })[];
      total_minor: number | null;
      monthly_equivalent_minor: number | null;
      note: string;
    };
    Watch: {
      id: string;
      target: {
        product_id?: string;
        seller?: string;
        brand?: string;
        category?: string;
      };
      condition: {
        /** Judged product by product, by the lowest landed price among purchasable offers, and by the stock of all offers together. */
        type: "price_below" | "price_drop_percent" | "price_changed" | "back_in_stock" | "out_of_stock" | "new_seller" | "seller_left" | "policy_violated" | "match_degraded";
        /** Of price_below: the price to fall below, minor units. */
        value_minor?: number;
        /** Of price_drop_percent: counted from the lowest landed price at creation, then from the last one told. */
        percent?: number;
      };
      callback_url: string;
      status: "active" | "paused" | "disabled" | "expired";
      disabled_reason: string | null;
      created_at: string;
      expires_at: string | null;
    };
  };
}
