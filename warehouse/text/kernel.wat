;; The loops of a query: over postings, which lie with the columns of a text file, and over products, whose arrays are
;; of one snapshot. Every address is in bytes. A cell is a product's sum, shifted left by 12, above the bits of the words
;; it has; $step is what an impact is multiplied by, shifted alike.
;; Compiled by `npm run wasm`.
(module
  (import "text" "columns" (memory $columns 1 65536 shared))
  (import "text" "state" (memory $state 1 65536 shared))

  ;; The first list of a query: nothing is known yet, so nothing need be looked at.
  (func (export "begin")
    (param $docs i32) (param $impacts i32) (param $count i32) (param $step i32) (param $cells i32)
    (param $touched i32)
    (local $end i32)
    (memory.copy $state $columns (local.get $touched) (local.get $docs) (i32.shl (local.get $count) (i32.const 2)))
    (local.set $end (i32.add (local.get $docs) (i32.shl (local.get $count) (i32.const 2))))
    (block $done (loop $next
      (br_if $done (i32.eq (local.get $docs) (local.get $end)))
      (i32.store $state
        (i32.add (local.get $cells) (i32.shl (i32.load $columns (local.get $docs)) (i32.const 2)))
        (i32.or (i32.mul (local.get $step) (i32.load8_u $columns (local.get $impacts))) (i32.const 1)))
      (local.set $docs (i32.add (local.get $docs) (i32.const 4)))
      (local.set $impacts (i32.add (local.get $impacts) (i32.const 1)))
      (br $next))))

  ;; A further variant of a query's first word, of which products have nothing yet but what its other variants gave: the
  ;; most counts. Products met for the first time are noted behind the $found that are; returns how many are now.
  (func (export "addFirst")
    (param $docs i32) (param $impacts i32) (param $count i32) (param $step i32) (param $cells i32)
    (param $touched i32) (param $found i32) (result i32)
    (local $end i32) (local $doc i32) (local $cell_at i32) (local $cell i32) (local $share i32)
    (local.set $end (i32.add (local.get $docs) (i32.shl (local.get $count) (i32.const 2))))
    (block $done (loop $next
      (br_if $done (i32.eq (local.get $docs) (local.get $end)))
      (local.set $doc (i32.load $columns (local.get $docs)))
      (local.set $cell_at (i32.add (local.get $cells) (i32.shl (local.get $doc) (i32.const 2))))
      (local.set $cell (i32.load $state (local.get $cell_at)))
      (local.set $share
        (i32.or (i32.mul (local.get $step) (i32.load8_u $columns (local.get $impacts))) (i32.const 1)))
      (i32.store $state (i32.add (local.get $touched) (i32.shl (local.get $found) (i32.const 2))) (local.get $doc))
      (local.set $found (i32.add (local.get $found) (i32.eqz (local.get $cell))))
      (i32.store $state (local.get $cell_at)
        (select (local.get $share) (local.get $cell) (i32.gt_s (local.get $share) (local.get $cell))))
      (local.set $docs (i32.add (local.get $docs) (i32.const 4)))
      (local.set $impacts (i32.add (local.get $impacts) (i32.const 1)))
      (br $next)))
    (local.get $found))

  ;; A variant that is not its word's last: it counts where it gives more than those before, which $shares tells.
  ;; Products met for the first time are noted behind the $found that are; returns how many are now.
  (func (export "addBest")
    (param $docs i32) (param $impacts i32) (param $count i32) (param $step i32) (param $flag i32)
    (param $cells i32) (param $shares i32) (param $touched i32) (param $found i32) (result i32)
    (local $end i32) (local $doc i32) (local $cell_at i32) (local $cell i32) (local $share i32) (local $before i32)
    (local.set $end (i32.add (local.get $docs) (i32.shl (local.get $count) (i32.const 2))))
    (block $done (loop $next
      (br_if $done (i32.eq (local.get $docs) (local.get $end)))
      (local.set $doc (i32.load $columns (local.get $docs)))
      (local.set $cell_at (i32.add (local.get $cells) (i32.shl (local.get $doc) (i32.const 2))))
      (local.set $cell (i32.load $state (local.get $cell_at)))
      (local.set $share (i32.mul (local.get $step) (i32.load8_u $columns (local.get $impacts))))
      (i32.store $state (i32.add (local.get $touched) (i32.shl (local.get $found) (i32.const 2))) (local.get $doc))
      (local.set $found (i32.add (local.get $found) (i32.eqz (local.get $cell))))
      (local.set $before (select
        (i32.load $state (i32.add (local.get $shares) (i32.shl (local.get $doc) (i32.const 2))))
        (i32.const 0)
        (i32.and (local.get $cell) (local.get $flag))))
      (if (i32.gt_s (local.get $share) (local.get $before)) (then
        (i32.store $state (local.get $cell_at)
          (i32.or
            (i32.add (local.get $cell) (i32.sub (local.get $share) (local.get $before)))
            (local.get $flag)))
        (i32.store $state (i32.add (local.get $shares) (i32.shl (local.get $doc) (i32.const 2))) (local.get $share))))
      (local.set $docs (i32.add (local.get $docs) (i32.const 4)))
      (local.set $impacts (i32.add (local.get $impacts) (i32.const 1)))
      (br $next)))
    (local.get $found))

  ;; A word's last variant: few products have the word yet, and nobody asks after it what it gave.
  (func (export "addLast")
    (param $docs i32) (param $impacts i32) (param $count i32) (param $step i32) (param $flag i32)
    (param $cells i32) (param $shares i32) (param $touched i32) (param $found i32) (result i32)
    (local $end i32) (local $doc i32) (local $cell_at i32) (local $cell i32) (local $share i32)
    (local.set $end (i32.add (local.get $docs) (i32.shl (local.get $count) (i32.const 2))))
    (block $done (loop $next
      (br_if $done (i32.eq (local.get $docs) (local.get $end)))
      (local.set $doc (i32.load $columns (local.get $docs)))
      (local.set $cell_at (i32.add (local.get $cells) (i32.shl (local.get $doc) (i32.const 2))))
      (local.set $cell (i32.load $state (local.get $cell_at)))
      (local.set $share (i32.mul (local.get $step) (i32.load8_u $columns (local.get $impacts))))
      (i32.store $state (i32.add (local.get $touched) (i32.shl (local.get $found) (i32.const 2))) (local.get $doc))
      (local.set $found (i32.add (local.get $found) (i32.eqz (local.get $cell))))
      (if (i32.and (local.get $cell) (local.get $flag)) (then
        (local.set $share (i32.sub (local.get $share)
          (i32.load $state (i32.add (local.get $shares) (i32.shl (local.get $doc) (i32.const 2))))))
        (local.set $share (select (local.get $share) (i32.const 0)
          (i32.gt_s (local.get $share) (i32.const 0))))))
      (i32.store $state (local.get $cell_at)
        (i32.or (i32.add (local.get $cell) (local.get $share)) (local.get $flag)))
      (local.set $docs (i32.add (local.get $docs) (i32.const 4)))
      (local.set $impacts (i32.add (local.get $impacts) (i32.const 1)))
      (br $next)))
    (local.get $found))

  ;; Any variant of a word that finds nothing of its own: adds to the products found, as far as it gives more.
  (func (export "refine")
    (param $docs i32) (param $impacts i32) (param $count i32) (param $step i32) (param $flag i32)
    (param $cells i32) (param $shares i32)
    (local $end i32) (local $doc i32) (local $cell_at i32) (local $cell i32) (local $share i32) (local $before i32)
    (local.set $end (i32.add (local.get $docs) (i32.shl (local.get $count) (i32.const 2))))
    (block $done (loop $next
      (br_if $done (i32.eq (local.get $docs) (local.get $end)))
      (local.set $doc (i32.load $columns (local.get $docs)))
      (local.set $cell_at (i32.add (local.get $cells) (i32.shl (local.get $doc) (i32.const 2))))
      (local.set $cell (i32.load $state (local.get $cell_at)))
      (if (local.get $cell) (then
        (local.set $share (i32.mul (local.get $step) (i32.load8_u $columns (local.get $impacts))))
        (local.set $before (select
          (i32.load $state (i32.add (local.get $shares) (i32.shl (local.get $doc) (i32.const 2))))
          (i32.const 0)
          (i32.and (local.get $cell) (local.get $flag))))
        (if (i32.gt_s (local.get $share) (local.get $before)) (then
          (i32.store $state (local.get $cell_at)
            (i32.or
              (i32.add (local.get $cell) (i32.sub (local.get $share) (local.get $before)))
              (local.get $flag)))
          (i32.store $state (i32.add (local.get $shares) (i32.shl (local.get $doc) (i32.const 2))) (local.get $share))))))
      (local.set $docs (i32.add (local.get $docs) (i32.const 4)))
      (local.set $impacts (i32.add (local.get $impacts) (i32.const 1)))
      (br $next))))

  ;; As refine, for a word's only variant where many products are found: without asking whether one is.
  (func (export "refineMany")
    (param $docs i32) (param $impacts i32) (param $count i32) (param $step i32) (param $flag i32) (param $cells i32)
    (local $end i32) (local $cell_at i32) (local $cell i32)
    (local.set $end (i32.add (local.get $docs) (i32.shl (local.get $count) (i32.const 2))))
    (block $done (loop $next
      (br_if $done (i32.eq (local.get $docs) (local.get $end)))
      (local.set $cell_at (i32.add (local.get $cells) (i32.shl (i32.load $columns (local.get $docs)) (i32.const 2))))
      (local.set $cell (i32.load $state (local.get $cell_at)))
      (i32.store $state (local.get $cell_at)
        (select
          (i32.or
            (i32.add (local.get $cell) (i32.mul (local.get $step) (i32.load8_u $columns (local.get $impacts))))
            (local.get $flag))
          (i32.const 0)
          (local.get $cell)))
      (local.set $docs (i32.add (local.get $docs) (i32.const 4)))
      (local.set $impacts (i32.add (local.get $impacts) (i32.const 1)))
      (br $next))))

  ;; As refine, where few are found: looks each of them up in a list of $count postings. Most lie in rising order, so
  ;; each is sought from where the one before was, in leaps that double.
  (func (export "lookUp")
    (param $touched i32) (param $found i32) (param $docs i32) (param $impacts i32) (param $count i32)
    (param $step i32) (param $flag i32) (param $cells i32) (param $shares i32)
    (local $end i32) (local $doc i32) (local $last i32) (local $low i32) (local $high i32) (local $middle i32)
    (local $leap i32) (local $cell_at i32) (local $cell i32) (local $share i32) (local $before i32)
    (local.set $end (i32.add (local.get $touched) (i32.shl (local.get $found) (i32.const 2))))
    (block $done (loop $next
      (br_if $done (i32.eq (local.get $touched) (local.get $end)))
      (local.set $doc (i32.load $state (local.get $touched)))
      (local.set $touched (i32.add (local.get $touched) (i32.const 4)))
      (if (i32.lt_u (local.get $doc) (local.get $last)) (then (local.set $low (i32.const 0))))
      (local.set $last (local.get $doc))
      (local.set $leap (i32.const 1))
      (block $bounded (loop $further
        (local.set $high (i32.add (local.get $low) (local.get $leap)))
        (if (i32.ge_u (local.get $high) (local.get $count)) (then
          (local.set $high (local.get $count))
          (br $bounded)))
        (br_if $bounded (i32.ge_u
          (i32.load $columns (i32.add (local.get $docs) (i32.shl (local.get $high) (i32.const 2))))
          (local.get $doc)))
        (local.set $low (i32.add (local.get $high) (i32.const 1)))
        (local.set $leap (i32.shl (local.get $leap) (i32.const 1)))
        (br $further)))
      (block $met (loop $halve
        (br_if $met (i32.ge_u (local.get $low) (local.get $high)))
        (local.set $middle (i32.shr_u (i32.add (local.get $low) (local.get $high)) (i32.const 1)))
        (if (i32.lt_u
              (i32.load $columns (i32.add (local.get $docs) (i32.shl (local.get $middle) (i32.const 2))))
              (local.get $doc))
          (then (local.set $low (i32.add (local.get $middle) (i32.const 1))))
          (else (local.set $high (local.get $middle))))
        (br $halve)))
      (br_if $next (i32.eq (local.get $low) (local.get $count)))
      (br_if $next (i32.ne
        (i32.load $columns (i32.add (local.get $docs) (i32.shl (local.get $low) (i32.const 2))))
        (local.get $doc)))
      (local.set $cell_at (i32.add (local.get $cells) (i32.shl (local.get $doc) (i32.const 2))))
      (local.set $cell (i32.load $state (local.get $cell_at)))
      (local.set $share (i32.mul (local.get $step)
        (i32.load8_u $columns (i32.add (local.get $impacts) (local.get $low)))))
      (local.set $before (select
        (i32.load $state (i32.add (local.get $shares) (i32.shl (local.get $doc) (i32.const 2))))
        (i32.const 0)
        (i32.and (local.get $cell) (local.get $flag))))
      (br_if $next (i32.le_s (local.get $share) (local.get $before)))
      (i32.store $state (local.get $cell_at)
        (i32.or (i32.add (local.get $cell) (i32.sub (local.get $share) (local.get $before))) (local.get $flag)))
      (i32.store $state (i32.add (local.get $shares) (i32.shl (local.get $doc) (i32.const 2))) (local.get $share))
      (br $next))))

  ;; Sets the cells of products to 0.
  (func (export "clear") (param $products i32) (param $count i32) (param $cells i32)
    (local $end i32)
    (local.set $end (i32.add (local.get $products) (i32.shl (local.get $count) (i32.const 2))))
    (block $done (loop $next
      (br_if $done (i32.eq (local.get $products) (local.get $end)))
      (i32.store $state (i32.add (local.get $cells) (i32.shl (i32.load $state (local.get $products)) (i32.const 2))) (i32.const 0))
      (local.set $products (i32.add (local.get $products) (i32.const 4)))
      (br $next))))

  ;; Sets so many bytes to 0.
  (func (export "clearAll") (param $at i32) (param $bytes i32)
    (memory.fill $state (local.get $at) (i32.const 0) (local.get $bytes)))

  ;; The functions below write each product to $kept and move on only where it passes: half of all products pass a
  ;; filter, and a branch that cannot be foretold costs more than a needless write. They return how many pass.

  ;; Of all products those that are 1 in $live.
  (func (export "living") (param $count i32) (param $live i32) (param $kept i32) (result i32)
    (local $product i32) (local $at i32)
    (local.set $at (local.get $kept))
    (block $done (loop $next
      (br_if $done (i32.eq (local.get $product) (local.get $count)))
      (i32.store $state (local.get $at) (local.get $product))
      (local.set $at (i32.add (local.get $at)
        (i32.shl (i32.load8_u $state (i32.add (local.get $live) (local.get $product))) (i32.const 2))))
      (local.set $product (i32.add (local.get $product) (i32.const 1)))
      (br $next)))
    (i32.shr_u (i32.sub (local.get $at) (local.get $kept)) (i32.const 2)))

  ;; Those that are 1 in $live and that $levels, asked by their words (the low 12 bits of the cell), says 1 of. Those it
  ;; says 2 of are written from $back, the last place of $kept, downwards. Returns how many there are of both.
  (func (export "matching")
    (param $products i32) (param $count i32) (param $cells i32) (param $levels i32) (param $live i32)
    (param $kept i32) (param $back i32) (result i32 i32)
    (local $end i32) (local $product i32) (local $at i32) (local $below i32) (local $level i32)
    (local.set $at (local.get $kept))
    (local.set $below (local.get $back))
    (local.set $end (i32.add (local.get $products) (i32.shl (local.get $count) (i32.const 2))))
    (block $done (loop $next
      (br_if $done (i32.eq (local.get $products) (local.get $end)))
      (local.set $product (i32.load $state (local.get $products)))
      (i32.store $state (local.get $at) (local.get $product))
      (i32.store $state (local.get $below) (local.get $product))
      (local.set $level (i32.mul
        (i32.load8_u $state (i32.add (local.get $live) (local.get $product)))
        (i32.load8_u $state (i32.add (local.get $levels)
          (i32.and
            (i32.load $state (i32.add (local.get $cells) (i32.shl (local.get $product) (i32.const 2))))
            (i32.const 4095))))))
      ;; one place of four bytes for 1, and for 2
      (local.set $at (i32.add (local.get $at) (i32.shl (i32.and (local.get $level) (i32.const 1)) (i32.const 2))))
      (local.set $below
        (i32.sub (local.get $below) (i32.shl (i32.and (local.get $level) (i32.const 2)) (i32.const 1))))
      (local.set $products (i32.add (local.get $products) (i32.const 4)))
      (br $next)))
    (i32.shr_u (i32.sub (local.get $at) (local.get $kept)) (i32.const 2))
    (i32.shr_u (i32.sub (local.get $back) (local.get $below)) (i32.const 2)))

  ;; Those that are 1 in $live, whatever their words.
  (func (export "alive")
    (param $products i32) (param $count i32) (param $live i32) (param $kept i32) (result i32)
    (local $end i32) (local $product i32) (local $at i32)
    (local.set $at (local.get $kept))
    (local.set $end (i32.add (local.get $products) (i32.shl (local.get $count) (i32.const 2))))
    (block $done (loop $next
      (br_if $done (i32.eq (local.get $products) (local.get $end)))
      (local.set $product (i32.load $state (local.get $products)))
      (i32.store $state (local.get $at) (local.get $product))
      (local.set $at (i32.add (local.get $at)
        (i32.shl (i32.load8_u $state (i32.add (local.get $live) (local.get $product))) (i32.const 2))))
      (local.set $products (i32.add (local.get $products) (i32.const 4)))
      (br $next)))
    (i32.shr_u (i32.sub (local.get $at) (local.get $kept)) (i32.const 2)))

  ;; Those whose value is at least $from and less than $span above it.
  (func (export "within")
    (param $products i32) (param $count i32) (param $values i32) (param $from i32) (param $span i32)
    (param $kept i32) (result i32)
    (local $end i32) (local $product i32) (local $at i32)
    (local.set $at (local.get $kept))
    (local.set $end (i32.add (local.get $products) (i32.shl (local.get $count) (i32.const 2))))
    (block $done (loop $next
      (br_if $done (i32.eq (local.get $products) (local.get $end)))
      (local.set $product (i32.load $state (local.get $products)))
      (i32.store $state (local.get $at) (local.get $product))
      (local.set $at (i32.add (local.get $at) (i32.shl
        (i32.lt_u
          (i32.sub
            (i32.load $state (i32.add (local.get $values) (i32.shl (local.get $product) (i32.const 2))))
            (local.get $from))
          (local.get $span))
        (i32.const 2))))
      (local.set $products (i32.add (local.get $products) (i32.const 4)))
      (br $next)))
    (i32.shr_u (i32.sub (local.get $at) (local.get $kept)) (i32.const 2)))

  ;; Those whose value has one of the $bits.
  (func (export "having")
    (param $products i32) (param $count i32) (param $values i32) (param $bits i32) (param $kept i32) (result i32)
    (local $end i32) (local $product i32) (local $at i32)
    (local.set $at (local.get $kept))
    (local.set $end (i32.add (local.get $products) (i32.shl (local.get $count) (i32.const 2))))
    (block $done (loop $next
      (br_if $done (i32.eq (local.get $products) (local.get $end)))
      (local.set $product (i32.load $state (local.get $products)))
      (i32.store $state (local.get $at) (local.get $product))
      (local.set $at (i32.add (local.get $at) (i32.shl
        (i32.ne
          (i32.and
            (i32.load $state (i32.add (local.get $values) (i32.shl (local.get $product) (i32.const 2))))
            (local.get $bits))
          (i32.const 0))
        (i32.const 2))))
      (local.set $products (i32.add (local.get $products) (i32.const 4)))
      (br $next)))
    (i32.shr_u (i32.sub (local.get $at) (local.get $kept)) (i32.const 2)))

  ;; Those with an offer of a $wanted seller (a byte each), of at most $most and no worse stock than $stock_most. A
  ;; product's offers are those from its first to the next product's.
  (func (export "offering")
    (param $products i32) (param $count i32) (param $firsts i32) (param $sellers i32) (param $costs i32)
    (param $stock i32) (param $wanted i32) (param $most f64) (param $stock_most i32) (param $kept i32) (result i32)
    (local $end i32) (local $product i32) (local $at i32) (local $offer i32) (local $last i32)
    (local.set $at (local.get $kept))
    (local.set $end (i32.add (local.get $products) (i32.shl (local.get $count) (i32.const 2))))
    (block $done (loop $next
      (br_if $done (i32.eq (local.get $products) (local.get $end)))
      (local.set $product (i32.load $state (local.get $products)))
      (local.set $products (i32.add (local.get $products) (i32.const 4)))
      (i32.store $state (local.get $at) (local.get $product))
      (local.set $offer (i32.load $state (i32.add (local.get $firsts) (i32.shl (local.get $product) (i32.const 2)))))
      (local.set $last
        (i32.load $state offset=4 (i32.add (local.get $firsts) (i32.shl (local.get $product) (i32.const 2)))))
      (loop $another
        (br_if $next (i32.eq (local.get $offer) (local.get $last)))
        (if (i32.and
              (i32.and
                (i32.load8_u $state (i32.add (local.get $wanted)
                  (i32.load16_u $state (i32.add (local.get $sellers) (i32.shl (local.get $offer) (i32.const 1))))))
                (i32.le_u
                  (i32.load8_u $state (i32.add (local.get $stock) (local.get $offer)))
                  (local.get $stock_most)))
              (f64.le
                (f64.load $state (i32.add (local.get $costs) (i32.shl (local.get $offer) (i32.const 3))))
                (local.get $most)))
          (then
            (local.set $at (i32.add (local.get $at) (i32.const 4)))
            (br $next)))
        (local.set $offer (i32.add (local.get $offer) (i32.const 1)))
        (br $another))))
    (i32.shr_u (i32.sub (local.get $at) (local.get $kept)) (i32.const 2)))

  ;; From place $index on, with $kept places kept before: those whose value in a column, of two bytes or of four where
  ;; $wide, has a 2 in $verdicts (a byte each; 1 fails). Ends before the first whose value has a 0; returns its place, or
  ;; $count, and how many are kept then.
  (func (export "judged")
    (param $products i32) (param $index i32) (param $count i32) (param $kept i32) (param $column i32) (param $wide i32)
    (param $verdicts i32) (result i32 i32)
    (local $product i32) (local $verdict i32)
    (block $done (loop $next
      (br_if $done (i32.ge_u (local.get $index) (local.get $count)))
      (local.set $product
        (i32.load $state (i32.add (local.get $products) (i32.shl (local.get $index) (i32.const 2)))))
      (local.set $verdict (i32.load8_u $state (i32.add (local.get $verdicts)
        (if (result i32) (local.get $wide)
          (then (i32.load $state (i32.add (local.get $column) (i32.shl (local.get $product) (i32.const 2)))))
          (else (i32.load16_u $state (i32.add (local.get $column) (i32.shl (local.get $product) (i32.const 1)))))))))
      (br_if $done (i32.eqz (local.get $verdict)))
      (i32.store $state
        (i32.add (local.get $products) (i32.shl (local.get $kept) (i32.const 2)))
        (local.get $product))
      (local.set $kept (i32.add (local.get $kept) (i32.shr_u (local.get $verdict) (i32.const 1))))
      (local.set $index (i32.add (local.get $index) (i32.const 1)))
      (br $next)))
    (local.get $index)
    (local.get $kept))

  ;; Counts products by category, brand and seller, which are numbers, negative where there is none; returns how many
  ;; have an offer of stock 0. $met says of each seller which product it was last met with.
  (func (export "tally")
    (param $products i32) (param $count i32) (param $categories i32) (param $brands i32) (param $firsts i32)
    (param $sellers i32) (param $stock i32) (param $by_category i32) (param $by_brand i32) (param $by_seller i32)
    (param $met i32) (result i32)
    (local $end i32) (local $product i32) (local $number i32) (local $offer i32) (local $last i32)
    (local $has i32) (local $total i32)
    (local.set $end (i32.add (local.get $products) (i32.shl (local.get $count) (i32.const 2))))
    (block $done (loop $next
      (br_if $done (i32.eq (local.get $products) (local.get $end)))
      (local.set $product (i32.load $state (local.get $products)))
      (local.set $products (i32.add (local.get $products) (i32.const 4)))
      (local.set $number
        (i32.load $state (i32.add (local.get $categories) (i32.shl (local.get $product) (i32.const 2)))))
      (if (i32.ge_s (local.get $number) (i32.const 0))
        (then (call $increase (local.get $by_category) (local.get $number))))
      (local.set $number
        (i32.load $state (i32.add (local.get $brands) (i32.shl (local.get $product) (i32.const 2)))))
      (if (i32.ge_s (local.get $number) (i32.const 0))
        (then (call $increase (local.get $by_brand) (local.get $number))))
      (local.set $has (i32.const 0))
      (local.set $offer (i32.load $state (i32.add (local.get $firsts) (i32.shl (local.get $product) (i32.const 2)))))
      (local.set $last
        (i32.load $state offset=4 (i32.add (local.get $firsts) (i32.shl (local.get $product) (i32.const 2)))))
      (block $enough (loop $another
        (br_if $enough (i32.eq (local.get $offer) (local.get $last)))
        (local.set $has (i32.or (local.get $has)
          (i32.eqz (i32.load8_u $state (i32.add (local.get $stock) (local.get $offer))))))
        (local.set $number
          (i32.load16_u $state (i32.add (local.get $sellers) (i32.shl (local.get $offer) (i32.const 1)))))
        (if (i32.ne
              (i32.load $state (i32.add (local.get $met) (i32.shl (local.get $number) (i32.const 2))))
              (local.get $product))
          (then
            (i32.store $state (i32.add (local.get $met) (i32.shl (local.get $number) (i32.const 2))) (local.get $product))
            (call $increase (local.get $by_seller) (local.get $number))))
        (local.set $offer (i32.add (local.get $offer) (i32.const 1)))
        (br $another)))
      (local.set $total (i32.add (local.get $total) (local.get $has)))
      (br $next)))
    (local.get $total))
  (func $increase (param $counts i32) (param $number i32)
    (local $at i32)
    (local.set $at (i32.add (local.get $counts) (i32.shl (local.get $number) (i32.const 2))))
    (i32.store $state (local.get $at) (i32.add (i32.load $state (local.get $at)) (i32.const 1))))

  ;; The first place from $index on, or $count, whose product has a score above $worst, or being less than $before one
  ;; of just that: its sum times the factor of its words, as scoreOf (ranking.ts) tells it. No factor is above 1, so what
  ;; has a cell below $least need not be multiplied.
  (func (export "reaching")
    (param $products i32) (param $index i32) (param $count i32) (param $cells i32) (param $factors i32)
    (param $least i32) (param $worst f64) (param $before i32) (result i32)
    (local $product i32) (local $cell i32) (local $score f64)
    (block $done (loop $next
      (br_if $done (i32.ge_u (local.get $index) (local.get $count)))
      (local.set $product
        (i32.load $state (i32.add (local.get $products) (i32.shl (local.get $index) (i32.const 2)))))
      (local.set $cell
        (i32.load $state (i32.add (local.get $cells) (i32.shl (local.get $product) (i32.const 2)))))
      (if (i32.ge_s (local.get $cell) (local.get $least)) (then
        (local.set $score (f64.mul
          (f64.convert_i32_u (i32.shr_u (local.get $cell) (i32.const 12)))
          (f64.load $state (i32.add (local.get $factors)
            (i32.shl (i32.and (local.get $cell) (i32.const 4095)) (i32.const 3))))))
        (br_if $done (f64.gt (local.get $score) (local.get $worst)))
        (br_if $done (i32.and
          (f64.eq (local.get $score) (local.get $worst))
          (i32.lt_u (local.get $product) (local.get $before))))))
      (local.set $index (i32.add (local.get $index) (i32.const 1)))
      (br $next)))
    (local.get $index)))
