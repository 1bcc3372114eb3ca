-- one row per listing: its texts as warehouse/text/text_line.ts has them, parted by U+001F
select
  replace(concat_ws(
    chr(31),
    products.product_no,
    case when assignments.listing_no = products.naming_listing_no then 0 else assignments.listing_no + 1 end,
    text_part(rows.brand),
    text_part(rows.mpn),
    text_part(placements.node),
    if(rows.category is null, '', '1'),
    text_part(rows.title),
    text_part(rows.other_attributes),
    text_part(left(rows.whole_description, $description_letters)),
    text_part(substr(rows.whole_description, $description_letters + 1, $rest_letters))
  ), chr(10), ' ') as line
from (
  -- one row per listing: its highlights are sentences of its description, the first of them
  select
    *,
    case
      when contains(attributes, '"general.product_highlight"')
        then json_merge_patch(attributes, '{"general.product_highlight":null}')::varchar
      else attributes
    end as other_attributes,
    case
      when contains(attributes, '"general.product_highlight"')
        then concat_ws(' ', json_extract_string(attributes, '$."general.product_highlight"'), description)
      else description
    end as whole_description
  from catalogue_rows
) as rows
join assignments on assignments.listing_key = rows.listing_key and assignments.feed_no = rows.feed_no
join products on products.product_key = assignments.product_key
left join placements on placements.listing_key = rows.listing_key and placements.feed_no = rows.feed_no
