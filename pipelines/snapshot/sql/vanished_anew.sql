-- the categories of vanished listings, spelled as they are now: no file is left to read them from again
update vanished
set category = coalesce(category_path(replace(category, '.', ' > ')), category)
where category is not null
