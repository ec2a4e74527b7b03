package main

import (
	"context"
	"encoding/json"

	"github.com/segmentio/kafka-go"
)

// Nothing of it must come: what does not stays as it was made.
type Parcel struct {
	ID      string `json:"id"`
	Weight  int    `json:"weight"`
	Label   string `json:"Label"`
	Note    string `json:"note"`
	Carrier string `json:"carrier"`
}

func main() {
	reader := kafka.NewReader(kafka.ReaderConfig{Topic: "parcels.lost"})
	message, _ := reader.ReadMessage(context.Background())
	var parcel Parcel
	_ = json.Unmarshal(message.Value, &parcel)
}
