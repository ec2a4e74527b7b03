export interface Train {
  train_id: string;
  stops: Stop[];
}

interface Stop {
  arrives_at: Date;
}
