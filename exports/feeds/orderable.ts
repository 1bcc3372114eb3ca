/** Whether what stands so can be ordered, as the protocols of agents ask. */
export const IS_ORDERABLE = {
  in_stock: true,
  low_stock: true,
  preorder: true,
  backorder: true,
  out_of_stock: false,
  discontinued: false,
} as const;
